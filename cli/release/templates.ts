// Files that other programs install a release by, made from its version and the digest of its package.

/** What a release is, as its package.json says it. */
export interface Release {
  name: string
  version: string
  description: string
  license: string
  homepage: string
  /** Where the package and its digest are downloaded. */
  tarball: string
  sha256: string
}

const className = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A formula for a Homebrew tap. */
export const formulaOf = ({
  name,
  version,
  description,
  license,
  homepage,
  tarball,
  sha256,
}: Release): string =>
  `class ${className(name)} < Formula
  desc "${description.replace(/^An? /, '').replace(/\.$/, '').slice(0, 79)}"
  homepage "${homepage}"
  url "${tarball}"
  sha256 "${sha256}"
  version "${version}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink Dir["#{libexec}/bin/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/crm --version")
  end
end
`

/** A script for a Debian-like system: checks Node, the digest, and installs for this user or, as root, for everybody. */
export const installScriptOf = ({ name, version, tarball, sha256 }: Release): string => `#!/bin/sh
# Installs ${name} ${version}. As root for everybody, else into ~/.local.
set -eu
version=${version}
url=${tarball}
sha256=${sha256}

need() { command -v "$1" >/dev/null 2>&1 || { echo "$1 is needed: $2" >&2; exit 1; }; }
need node "apt install nodejs, or https://nodejs.org"
need npm "apt install npm"
need curl "apt install curl"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  { echo "Node 20.19 or newer is needed; this is $(node --version)." >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
curl -fsSL "$url" -o "$folder/${name}-$version.tgz"
echo "$sha256  $folder/${name}-$version.tgz" | sha256sum -c --quiet - ||
  { echo "The download is not what was released; nothing was installed." >&2; exit 1; }
if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix="$HOME/.local"; fi
npm install --global --prefix "$prefix" --no-audit --no-fund "$folder/${name}-$version.tgz"
echo "Installed ${name} $version in $prefix/bin."
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "Add $prefix/bin to your PATH." ;; esac
`
