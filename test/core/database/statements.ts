// The product's SQL as its sources say it: every statement written as a template, with the fragments it is composed of, and the
// type that its rows are declared to have.
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { ACTIVITY } from '../../../core/activities/fields.ts'
import { EVENT } from '../../../core/calendar/fields.ts'
import { CONTACT } from '../../../core/contacts/fields.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import { OFFER_ROW } from '../../../core/offers/store.ts'

const RECORDS = Object.entries({ JOB, CONTACT, ACTIVITY, EVENT, OFFER_ROW }).map(([name, noun]) => ({
  name,
  noun,
}))

/** The root of the sources, with a slash at its end. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What a column is declared as: the names of the kinds of values, `null` among them; empty for any value. */
export type Declared = ReadonlyMap<string, ReadonlySet<string>>

export interface Statement {
  /** `core/jobs/store.ts:120`. */
  where: string
  text: string
  /** The columns of a declared row; null where the statement declares none. */
  row: Declared | null
}

export interface Statements {
  statements: Statement[]
  /** Where a statement is composed of what only a call knows. */
  composed: string[]
}

class Unresolved extends Error {}

/** Every statement of the files whose path, from the root, the pattern matches. */
export function statementsOf(files: RegExp): Statements {
  const settings = ts.getParsedCommandLineOfConfigFile(
    `${ROOT}tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(String(messageText))
      },
    },
  )!
  const program = ts.createProgram(
    settings.fileNames.filter((file) => files.test(file.slice(ROOT.length))),
    { ...settings.options, noEmit: true },
  )
  const reader = new Reader(program.getTypeChecker())
  const found: Statements = { statements: [], composed: [] }
  const texts: { node: ts.Node; statement: Statement }[] = []
  for (const file of program.getSourceFiles()) {
    const path = file.fileName.slice(ROOT.length)
    if (!files.test(path) || file.isDeclarationFile) continue
    const visit = (node: ts.Node): void => {
      if (isStatement(node)) {
        const where = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
        try {
          const ways = new Set([true, false].map((branch) => reader.textOf(node, branch)))
          const row = reader.rowOf(node)
          for (const text of ways) texts.push({ node, statement: { where, text, row } })
        } catch (error) {
          if (!(error instanceof Unresolved)) throw error
          found.composed.push(`${where} ${error.message}`)
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  // What is part of another statement is prepared with it, and may mean nothing alone.
  found.statements = texts.filter(({ node }) => !reader.parts.has(node)).map(({ statement }) => statement)
  return found
}

const isTemplate = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && /(?:^|\.)(?:sql|tx)$/.test(node.tag.getText())

/** A template that begins as a statement does, rather than a part of one. */
const isStatement = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  isTemplate(node) &&
  /^\s*(?:select|insert|update|delete|with)\b/i.test(
    ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.text : node.template.head.text,
  ) &&
  !isFragment(node)

/** Whether a template is itself within another, or what a function gives to one. */
function isFragment(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isStatement(at) && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isTemplateSpan(at)) return true
  return false
}

/** Reads templates, following their parts to where they are declared. */
class Reader {
  private readonly checker: ts.TypeChecker
  /** The templates that are part of another. */
  readonly parts = new Set<ts.Node>()

  constructor(checker: ts.TypeChecker) {
    this.checker = checker
  }

  /** The text with its fragments, and `$n` for its values; `branch` says which way conditions go. */
  textOf(node: ts.TaggedTemplateExpression, branch: boolean): string {
    const values = { count: 0 }
    return this.inlined(node, branch, values, 0)
  }

  private inlined(
    node: ts.TaggedTemplateExpression,
    branch: boolean,
    values: { count: number },
    depth: number,
  ): string {
    if (depth > 0) this.parts.add(node)
    if (depth > 12) throw new Unresolved('is composed of itself')
    const { template } = node
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
    let text = template.head.text
    for (const { expression, literal } of template.templateSpans)
      text += this.partOf(expression, text, branch, values, depth) + literal.text
    return text
  }

  private partOf(
    expression: ts.Expression,
    before: string,
    branch: boolean,
    values: { count: number },
    depth: number,
  ): string {
    const columns = declaredColumns(expression)
    if (columns !== undefined) return columns
    const type = this.checker.getTypeAtLocation(expression)
    const name = this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
    if (/\bHelper</.test(name)) return this.helperOf(expression, before, values)
    const isFragment =
      /PendingQuery|Fragment/.test(name) ||
      (!name.startsWith('Parameter<') && this.checker.getPropertyOfType(type, 'then'))
    if (!isFragment) return `$${(values.count += 1)}`
    const fragment = this.fragmentOf(expression, branch)
    if (Array.isArray(fragment))
      return fragment.map((each) => this.inlined(each, branch, values, depth + 1)).join(' ')
    return this.inlined(fragment, branch, values, depth + 1)
  }

  /** `${sql(…)}`: a list after `in`, or the columns and values of an insert. */
  private helperOf(expression: ts.Expression, before: string, values: { count: number }): string {
    if (!ts.isCallExpression(expression)) throw new Unresolved(expression.getText())
    if (/\bin\s*$/i.test(before)) return `($${(values.count += 1)})`
    const [given, ...named] = expression.arguments
    if (!given || named.some(ts.isSpreadElement) || !/\binsert into \S+\s*$/i.test(before))
      throw new Unresolved(expression.getText())
    const type = this.checker.getTypeAtLocation(given)
    const row = this.checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type
    const columns = named.length
      ? named.map((each) => each.getText().slice(1, -1))
      : row.getProperties().map(({ name }) => name)
    const places = columns.map(() => `$${(values.count += 1)}`)
    return `(${columns.map(snake).join(', ')}) values (${places.join(', ')})`
  }

  /** The template, or templates, that an expression stands for. */
  private fragmentOf(
    expression: ts.Node,
    branch: boolean,
  ): ts.TaggedTemplateExpression | ts.TaggedTemplateExpression[] {
    if (isTemplate(expression)) return expression
    if (ts.isParenthesizedExpression(expression)) return this.fragmentOf(expression.expression, branch)
    if (ts.isAsExpression(expression) || ts.isNonNullExpression(expression))
      return this.fragmentOf(expression.expression, branch)
    if (ts.isConditionalExpression(expression))
      return this.fragmentOf(branch ? expression.whenTrue : expression.whenFalse, branch)
    if (ts.isBinaryExpression(expression)) return this.fragmentOf(expression.right, branch)
    if (ts.isCallExpression(expression)) return this.calledOf(expression, branch)
    if (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)) {
      const declaration = this.declarationOf(expression)
      if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
        return this.fragmentOf(declaration.initializer, branch)
    }
    throw new Unresolved(expression.getText().slice(0, 80))
  }

  private calledOf(
    call: ts.CallExpression,
    branch: boolean,
  ): ts.TaggedTemplateExpression | ts.TaggedTemplateExpression[] {
    // All parts that `fragments` may be given, where conditions hold; none of those that depend on one, where not.
    if (call.expression.getText() === 'fragments')
      return call.arguments
        .filter((each) => branch || !ts.isBinaryExpression(each))
        .flatMap((each) => this.fragmentOf(each, branch))
    const declaration = this.declarationOf(call.expression)
    const body = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
    if (!body || !ts.isFunctionLike(body) || !('body' in body) || !body.body)
      throw new Unresolved(call.getText().slice(0, 80))
    if (!ts.isBlock(body.body)) return this.fragmentOf(body.body, branch)
    const returned = body.body.statements.filter(ts.isReturnStatement)
    const [last] = returned.slice(-1)
    if (!last?.expression) throw new Unresolved(call.getText().slice(0, 80))
    return this.fragmentOf(last.expression, branch)
  }

  private declarationOf(node: ts.Node): ts.Declaration | undefined {
    let symbol = this.checker.getSymbolAtLocation(node)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol)
    return symbol?.valueDeclaration
  }

  /** `sql<Row[]>`: the fields of Row, and the kinds of values in each. */
  rowOf({ typeArguments }: ts.TaggedTemplateExpression): Declared | null {
    const [list] = typeArguments ?? []
    const row =
      list && this.checker.getIndexTypeOfType(this.checker.getTypeFromTypeNode(list), ts.IndexKind.Number)
    if (!row) return null
    return new Map(
      this.checker
        .getPropertiesOfType(row)
        .map((property) => [property.name, this.kindsOf(this.checker.getTypeOfSymbol(property))]),
    )
  }

  private kindsOf(type: ts.Type): ReadonlySet<string> {
    const parts = type.isUnion() ? type.types : [type]
    return new Set(parts.map((part) => this.kindOf(part)))
  }

  private kindOf(type: ts.Type): string {
    const { flags } = type
    if (flags & ts.TypeFlags.StringLike) return 'string'
    if (flags & ts.TypeFlags.NumberLike) return 'number'
    if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
    if (flags & ts.TypeFlags.Null) return 'null'
    if (flags & ts.TypeFlags.Undefined) return 'undefined'
    if (flags & ts.TypeFlags.Intersection && type.isIntersection()) return this.kindOf(type.types[0]!)
    if (this.checker.isArrayType(type)) return 'list'
    return this.checker.typeToString(type).startsWith('Buffer') ? 'bytes' : 'any'
  }
}

/** `columnsOf(sql, JOB)` stands for the columns that its fields declare. */
function declaredColumns(expression: ts.Expression): string | undefined {
  if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'columnsOf') return undefined
  return RECORDS.find(({ name }) => name === expression.arguments[1]?.getText())?.noun.columns
}

/** As the connection does: `jobId` is the column `job_id`. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
