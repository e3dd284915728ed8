/** Writes the package's type declarations: `tsx viewer/types.ts`, after the build. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const types = join(root, 'dist/viewer/types')
const embed = (name: string) => join(types, 'ui/viewer/embed', name)
const ENTRIES = ['react.d.ts', 'define.d.ts', 'frame.d.ts'].map(embed)

/**
 * Declares the element for React's types. On one line, so that `@ts-ignore` covers the declaration if React's types are
 * missing.
 */
const JSX = `
// @ts-ignore
declare module 'react' { namespace JSX { interface IntrinsicElements { 'avatar-viewer': DetailedHTMLProps<HTMLAttributes<AvatarViewerElement>, AvatarViewerElement> & AvatarViewerAttributes } } }
`

function reachableDeclarations(file: string, files: Set<string> = new Set()): Set<string> {
  if (files.has(file)) return files
  files.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
    const next = resolve(dirname(file), path!.replace(/\.[jt]sx?$/, '.d.ts'))
    if (!existsSync(next)) throw new Error(`${file} refers to ${path}, which has no types`)
    reachableDeclarations(next, files)
  }
  return files
}

rmSync(types, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', import.meta.dirname], {
  cwd: root,
  stdio: 'inherit',
})
const publicDeclarations = new Set<string>()
for (const entry of ENTRIES) reachableDeclarations(entry, publicDeclarations)
for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (entry.isFile() && !publicDeclarations.has(file)) rmSync(file)
}
appendFileSync(embed('define.d.ts'), JSX)
