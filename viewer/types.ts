/** Writes the package's types beside its code: `tsx viewer/types.ts`, after the build. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const types = join(root, 'dist/viewer/types')
const embed = (name: string) => join(types, 'ui/viewer/embed', name)
const ENTRIES = ['react.d.ts', 'define.d.ts', 'frame.d.ts'].map(embed)

/** Where React's types are installed they learn the element's tag. In one line, so that where they are not all of it is left. */
const JSX = `
// @ts-ignore
declare module 'react' { namespace JSX { interface IntrinsicElements { 'avatar-viewer': DetailedHTMLProps<HTMLAttributes<AvatarViewerElement>, AvatarViewerElement> & AvatarViewerAttributes } } }
`

/** The declarations that those of `file` name. */
function reached(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)) {
    const next = resolve(dirname(file), path!.replace(/\.[jt]sx?$/, '.d.ts'))
    if (!existsSync(next)) throw new Error(`${file} names ${path}, which has no types`)
    reached(next, seen)
  }
  return seen
}

rmSync(types, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', import.meta.dirname], {
  cwd: root,
  stdio: 'inherit',
})
const told = new Set<string>()
for (const entry of ENTRIES) reached(entry, told)
for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (entry.isFile() && !told.has(file)) rmSync(file)
}
appendFileSync(embed('define.d.ts'), JSX)
