// Queries on a source file's syntax tree, for the rules.
import ts from 'typescript'
import type { Source } from './sources.ts'

/** Each file is parsed once for all rules. */
const parsed = new WeakMap<Source, ts.SourceFile>()

function parse(source: Source): ts.SourceFile {
  const tree =
    parsed.get(source) ?? ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  parsed.set(source, tree)
  return tree
}

const at = (file: ts.SourceFile, node: ts.Node): string =>
  `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/** `path:line` of every matching node. */
export function findNodes(source: Source, matches: (node: ts.Node) => boolean): string[] {
  const file = parse(source)
  const found: string[] = []
  walk(file, (node) => void (matches(node) && found.push(at(file, node))))
  return found
}

/** `value as Type`; `as const` only says that nothing changes. */
export const isCast = (node: ts.Node): boolean =>
  ts.isAsExpression(node) && !(ts.isTypeReferenceNode(node.type) && node.type.getText() === 'const')

/** `value as unknown as Type`, which the compiler does not look at in any way. */
export const isDoubleCast = (node: ts.Node): boolean =>
  ts.isAsExpression(node) &&
  ts.isAsExpression(node.expression) &&
  node.expression.type.kind === ts.SyntaxKind.UnknownKeyword

/** `value!`. */
export const isAssertion = (node: ts.Node): boolean => ts.isNonNullExpression(node)

/** Top-level statements that match. */
export function findStatements(source: Source, matches: (node: ts.Statement) => boolean): string[] {
  const file = parse(source)
  return file.statements.filter(matches).map((node) => at(file, node))
}

export interface Measured {
  where: string
  name: string
  lines: number
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node)

const nameOf = (node: ts.FunctionLikeDeclaration): string => {
  const { parent } = node
  if (node.name) return node.name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return '(anonymous)'
}

/** Every function with its line range. */
export function functionsOf(source: Source): Measured[] {
  const file = parse(source)
  const found: Measured[] = []
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line
  walk(file, (node) => {
    if (!isFunction(node) || !node.body) return
    const lines = lineOf(node.getEnd()) - lineOf(node.getStart()) + 1
    found.push({ where: at(file, node), name: nameOf(node), lines })
  })
  return found
}

/** The field names of an interface. */
export function fieldsOf(source: Source, name: string): string[] {
  const found: string[] = []
  walk(parse(source), (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === name)
      found.push(...node.members.map((member) => member.name?.getText() ?? ''))
  })
  return found
}

/** `process.env`, `console.log`: access to a property of a global. */
export const reads =
  (object: string, property?: string) =>
  (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === object &&
    (property === undefined || node.name.text === property)

/** `new Date()` without arguments: the current time. */
export const isNewDateNow = (node: ts.Node): boolean =>
  ts.isNewExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'Date' &&
  !node.arguments?.length

/** A reassignable top-level variable. */
export const isModuleVariable = (node: ts.Statement): boolean =>
  ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const)

/** A statement with an effect on import. */
export const isSideEffect = (node: ts.Statement): boolean =>
  ts.isExpressionStatement(node) ||
  ts.isIfStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isTryStatement(node) ||
  (ts.isImportDeclaration(node) && !node.importClause)

/** A class that is not an error. */
export const isPlainClass = (node: ts.Node): boolean =>
  ts.isClassLike(node) &&
  !node.heritageClauses?.some((clause) => /\bextends\s+\w*Error\b/.test(clause.getText()))

const isOfLog = (node: ts.Expression): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) &&
  /^(?:debug|info|warn|error)$/.test(node.name.text) &&
  /\blog$/.test(node.expression.getText())

/** The names of the fields that are written out in calls of a log. */
export function loggedFields(source: Source): string[] {
  const found: string[] = []
  walk(parse(source), (node) => {
    const [fields] = ts.isCallExpression(node) && isOfLog(node.expression) ? node.arguments : []
    if (fields && ts.isObjectLiteralExpression(fields))
      found.push(...fields.properties.flatMap(({ name }) => name?.getText() ?? []))
  })
  return found
}
