import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { access, chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { StartFault } from './start-fault.ts'

/** A data folder that is ours alone until it is released, or until this process ends in whatever way. */
export interface DataFolder {
  readonly path: string
  /** Whether no other account of this machine may look into it; false where the rights are not ours to change. */
  readonly isPrivate: boolean
  release(): void
}

/** What lies in it: keys, mails and the database are nobody else's, and must stay so where the folder is copied. */
const OURS = ['db', 'files', 'keys.json', 'keys.json.new', 'lock', 'outbox', 'tmp', 'uploads']
/** Rights of the group and of everyone else. */
const OTHERS = 0o077
/** Such a folder is shared by all (`/tmp`). */
const STICKY = 0o1000

/** Programs that can lock a file handed to them as descriptor 3; they answer 1 where another holds it. */
const LOCKERS: readonly [string, readonly string[]][] = [
  ['flock', ['-n', '-x', '3']],
  ['perl', ['-e', 'use Fcntl ":flock"; open(my $f, ">>&=", 3) or exit 2; exit(flock($f, LOCK_EX | LOCK_NB) ? 0 : 1)']],
]

/**
 * Makes the folder where it is missing, takes it for this process alone and shuts it to other accounts. The lock is the operating system's: it belongs
 * to the open file, so it ends with the process even when that is killed, needs no clean-up, is never mistaken for another
 * process of the same number, and holds between containers that share the folder. Throws StartFault.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeWritable(path)
  const file = openSync(join(path, 'lock'), constants.O_RDWR | constants.O_CREAT, 0o600)
  const locked = lockOpenFile(path, file)
  const release = locked === 'unable' ? await lockByName(path) : locked
  if (release === 'taken') {
    const holder = readFileSync(file, 'utf8').trim()
    closeSync(file)
    throw new StartFault(`The data folder ${path} is in use by another process${holder ? ` (${holder})` : ''}.`)
  }
  ftruncateSync(file)
  writeSync(file, String(process.pid), 0)
  return {
    path,
    isPrivate: await shut(path),
    release() {
      release()
      closeSync(file)
    },
  }
}

async function makeWritable(path: string): Promise<void> {
  try {
    await makeFolder(path)
    const { mode } = await stat(path)
    if ((mode & STICKY) !== 0) throw shared(path)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeSync(openSync(join(path, 'lock'), 'a', 0o600))
  } catch (fault) {
    throw fault instanceof StartFault ? fault : new StartFault(`The data folder ${path} cannot be written to.`)
  }
}

const shared = (path: string) =>
  new StartFault(
    `The data folder ${path} is shared by all accounts of this machine; choose one of your own with DATA_DIR.`,
  )

/** Takes every right from other accounts, first on the folder, so that nobody swaps what lies in it; answers whether it could. */
async function shut(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  for (const place of [path, ...OURS.map((name) => join(path, name))]) {
    const it = await (place === path ? stat(place) : lstat(place)).catch(() => undefined)
    // A link leads out of the folder, to what is not ours to change.
    if (it && !it.isSymbolicLink() && (it.mode & OTHERS) !== 0)
      await chmod(place, it.mode & 0o7777 & ~OTHERS).catch(() => {})
  }
  return ((await stat(path)).mode & OTHERS) === 0
}

/** Makes a folder and those above it. Node's own `recursive` never comes back where nothing can be made (`/proc`). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, 0o700)
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw fault
    await makeFolder(dirname(path))
    await mkdir(path, 0o700)
  }
}

/** How locking went: the function that releases it, or why there is none. */
type Locked = (() => void) | 'taken' | 'unable'

/**
 * Locks an open file: a small program locks the descriptor it inherits, and since a lock belongs to the open file and not
 * to the program, it stays with us. It is released by closing the file.
 */
function lockOpenFile(path: string, file: number): Locked {
  for (const [program, options] of LOCKERS) {
    const { status, signal, error } = spawnSync(program, options, { stdio: ['ignore', 'ignore', 'ignore', file] })
    const reason = signal ?? (error as NodeJS.ErrnoException | undefined)?.code
    // A machine short of processes, say. Another way to lock would not be seen by whoever locked in this one.
    if (reason && reason !== 'ENOENT') throw new StartFault(`The data folder ${path} cannot be locked: ${reason}.`)
    if (status === 0) return () => {}
    if (status === 1) return 'taken'
  }
  return 'unable'
}

/** Where no program can lock: a socket (a pipe on Windows) whose name comes from the folder, which one process can have. */
async function lockByName(path: string): Promise<Exclude<Locked, 'unable'>> {
  const { dev, ino } = await stat(path)
  const name = `atelier-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve('taken'))
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => {
      server.unref()
      resolve(() => server.close())
    })
  })
}
