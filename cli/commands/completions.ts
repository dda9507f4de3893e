// `crm completions`: shell scripts that call the program itself, so they know every command and id.
import { type Command, misused } from '../command.ts'

const SCRIPTS: Record<string, string> = {
  bash: `_crm() {
  local line word=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      printf -v line %q "$line"
      COMPREPLY+=("\${line//\\\\,/,}")
    fi
  done < <(crm __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _crm crm
`,
  zsh: `#compdef crm
_crm() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    if [[ $word == :files ]]; then _files; return; fi
    found+=("\${word//:/\\\\:}:$about")
  done < <(crm __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe crm found -M 'm:{a-zA-Z}={A-Za-z}'
}
# Loaded by itself from the fpath, it is the first completion; sourced, it is made known.
if [[ $funcstack[1] == _crm ]]; then _crm "$@"; else compdef _crm crm; fi
`,
  fish: `function __crm_complete
  for line in (crm __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
    if test "$line" = :files
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c crm -f -a '(__crm_complete)'
`,
}

export const commands: Command[] = [
  {
    name: 'completions',
    fields: ['shell', 'script'],
    about: 'Print the completion script for a shell.',
    args: [{ name: 'shell', about: 'bash, zsh or fish.' }],
    examples: [
      'crm completions bash >> ~/.bashrc',
      'crm completions zsh > "${fpath[1]}/_crm"',
      'crm completions fish > ~/.config/fish/completions/crm.fish',
    ],
    async run({ args, out }) {
      const shell = args[0] ?? ''
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
      if (script === undefined) return misused(`There is no completion for ${shell}: bash, zsh or fish.`)
      out.done({ shell, script }, script.trimEnd())
    },
  },
]
