import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { VIEWER_FOLDER } from '../../server/boot/build-client.ts'

const execFileAsync = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

export interface PackedViewer {
  /** Size of the package in bytes, and the paths of its files. */
  size: number
  files: string[]
  manifest: { exports: Record<string, unknown> }
  /** Creates a customer's project with these files, these packages of the repository and the packed viewer. */
  createProject: (files: Record<string, string>, packages: readonly string[]) => string
  remove: () => void
}

/** Packs the built viewer once, in a separate folder outside the repository. */
export async function packViewer(): Promise<PackedViewer> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-packed-')))
  // A build deletes the types, so existing types belong to the current build.
  if (!existsSync(join(ROOT, VIEWER_FOLDER, 'types')))
    await execFileAsync(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'viewer/types.ts'], {
      cwd: ROOT,
    })
  const { stdout } = await execFileAsync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: join(ROOT, VIEWER_FOLDER),
  })
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const packed = join(folder, filename)
  let projectCount = 0
  mkdirSync(join(folder, 'unpacked'))
  await execFileAsync('tar', ['-xzf', packed, '-C', join(folder, 'unpacked'), '--strip-components=1'])
  return {
    size: statSync(packed).size,
    files: files.map(({ path }) => path).sort(),
    manifest: JSON.parse(readFileSync(join(folder, 'unpacked/package.json'), 'utf8')),
    createProject: (sources, packages) => {
      const project = join(folder, `project-${++projectCount}`)
      for (const [path, text] of Object.entries({ 'package.json': MANIFEST, ...sources })) {
        mkdirSync(dirname(join(project, path)), { recursive: true })
        writeFileSync(join(project, path), text)
      }
      const modules = join(project, 'node_modules')
      // Links the package's dependency, which npm would install with the package.
      for (const name of [...packages, '@pixiv/three-vrm']) link(join(ROOT, 'node_modules', name), join(modules, name))
      // Copies the package instead of a link, so that peer dependencies are resolved in the project, as after an installation.
      mkdirSync(join(modules, '@atelier'), { recursive: true })
      cpSync(join(folder, 'unpacked'), join(modules, '@atelier/viewer'), { recursive: true })
      return project
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const MANIFEST = JSON.stringify({ name: 'shop', private: true, type: 'module' })

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(realpathSync(from), to, 'dir')
}
