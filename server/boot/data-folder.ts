import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { access, chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'

/** A data folder that this process has locked. The lock ends with `release` or with the process. */
export interface DataFolder {
  readonly path: string
  /** Whether other accounts of this machine have no access; false if this process cannot change the permissions. */
  readonly isPrivate: boolean
  release(): void
}

/**
 * Entries of the folder that are made private too, because a copy of the folder must not reveal keys, e-mails and the database.
 */
const OWN_ENTRIES = ['db', 'files', 'keys.json', 'keys.json.new', 'lock', 'outbox', 'tmp', 'uploads']
const OTHER_RIGHTS = 0o077
/** Sticky bit of a folder shared by all accounts (`/tmp`). */
const STICKY = 0o1000

/** Programs that can lock a file passed as descriptor 3. Each exits with 1 if another process has locked the file. */
const LOCK_PROGRAMS: readonly [string, readonly string[]][] = [
  ['flock', ['-n', '-x', '3']],
  ['perl', ['-e', 'use Fcntl ":flock"; open(my $f, ">>&=", 3) or exit 2; exit(flock($f, LOCK_EX | LOCK_NB) ? 0 : 1)']],
]

/**
 * Creates the folder if it is missing, locks it for this process and removes access for other accounts. The operating system
 * releases the lock when the process ends. The lock works between containers that share the folder. Throws `StartupError`.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await ensureWritable(path)
  const file = openSync(join(path, 'lock'), constants.O_RDWR | constants.O_CREAT, 0o600)
  const locked = lockOpenFile(path, file)
  const release = locked === 'unable' ? await lockByName(path) : locked
  if (release === 'taken') {
    const holder = readFileSync(file, 'utf8').trim()
    closeSync(file)
    throw new StartupError(`The data folder ${path} is in use by another process${holder ? ` (${holder})` : ''}.`)
  }
  ftruncateSync(file)
  writeSync(file, String(process.pid), 0)
  return {
    path,
    isPrivate: await restrictRights(path),
    release() {
      release()
      closeSync(file)
    },
  }
}

async function ensureWritable(path: string): Promise<void> {
  try {
    await makeFolder(path)
    const { mode } = await stat(path)
    if ((mode & STICKY) !== 0) throw sharedFolderError(path)
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeSync(openSync(join(path, 'lock'), 'a', 0o600))
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(`The data folder ${path} cannot be written to.`)
  }
}

const sharedFolderError = (path: string) =>
  new StartupError(
    `The data folder ${path} is shared by all accounts of this machine; choose one of your own with DATA_DIR.`,
  )

/**
 * Removes all permissions of other accounts, first on the folder, so that its contents cannot be swapped. Returns whether other
 * accounts have no access to the folder.
 */
async function restrictRights(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  for (const entry of [path, ...OWN_ENTRIES.map((name) => join(path, name))]) {
    const stats = await (entry === path ? stat(entry) : lstat(entry)).catch(() => undefined)
    // A symbolic link may point to files that do not belong to the server.
    if (stats && !stats.isSymbolicLink() && (stats.mode & OTHER_RIGHTS) !== 0)
      await chmod(entry, stats.mode & 0o7777 & ~OTHER_RIGHTS).catch(() => {})
  }
  return ((await stat(path)).mode & OTHER_RIGHTS) === 0
}

/** Creates a folder and its parents. Node's `recursive` option never returns if nothing can be created (`/proc`). */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, 0o700)
  }
}

/** Result of locking: the function that releases the lock, or the reason why the folder is not locked. */
type LockResult = (() => void) | 'taken' | 'unable'

/**
 * Locks an open file with a small program that inherits the descriptor. The lock belongs to the open file, so the lock outlives
 * the program. Closing the file releases the lock.
 */
function lockOpenFile(path: string, file: number): LockResult {
  for (const [program, options] of LOCK_PROGRAMS) {
    const { status, signal, error } = spawnSync(program, options, { stdio: ['ignore', 'ignore', 'ignore', file] })
    const reason = signal ?? (error as NodeJS.ErrnoException | undefined)?.code
    // The program could not be started, for example because the process limit is reached. The fallback lock would not exclude a
    // process that has locked the file.
    if (reason && reason !== 'ENOENT') throw new StartupError(`The data folder ${path} cannot be locked: ${reason}.`)
    if (status === 0) return () => {}
    if (status === 1) return 'taken'
  }
  return 'unable'
}

/**
 * Fallback without a locking program. Listens on a socket (a pipe on Windows) whose name is derived from the folder, because only
 * one process can listen on a name.
 */
async function lockByName(path: string): Promise<Exclude<LockResult, 'unable'>> {
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
