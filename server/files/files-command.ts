import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { StartupError } from '../errors/startup-error.ts'
import { formatContentName } from './content-store.ts'
import type { FileService } from './file-service.ts'
import { adoptUnknownFiles, deleteUnknownFiles, type FileCount, listUnknownFiles } from './unknown-files.ts'

const MAX_PRINTED_FILES = 100

const DAY_MS = 86_400_000

const USAGE = 'Choose one: npm run files -- list, npm run files -- adopt, npm run files -- purge DAYS [--yes]'

export interface FilesCommandDeps {
  db: Kysely<Database>
  files: Pick<FileService, 'content' | 'owner' | 'graceMs'>
  now: () => Date
  print: (line: string) => void
}

/**
 * Runs `npm run files`. `list` prints the stored files without a row in the database. `adopt` makes this database the owner of
 * the store and adds rows for those files. `purge` removes those files from a minimum age on. Throws `StartupError` for other
 * arguments, and if another database owns the store.
 */
export async function runFilesCommand(args: readonly string[], command: FilesCommandDeps): Promise<void> {
  const [action = 'list', ...options] = args
  if (action === 'list' && options.length === 0) return listUnknown(command)
  if (action === 'adopt' && options.length === 0) return adoptStore(command)
  const [days, yes, ...others] = options
  const isPurge = action === 'purge' && /^\d{1,5}$/.test(days ?? '') && others.length === 0
  if (!isPurge || (yes !== undefined && yes !== '--yes')) throw new StartupError(USAGE)
  return purgeUnknownFiles(command, Number(days), yes === '--yes')
}

async function listUnknown({ db, files, print }: FilesCommandDeps): Promise<void> {
  await files.owner.check()
  print(files.owner.explanation ?? 'This database owns the stored files.')
  print(describeCount(await printUnknownFiles({ db, files, print }, () => true), 'that this database does not know'))
}

async function adoptStore({ db, files, now, print }: FilesCommandDeps): Promise<void> {
  await files.owner.adopt()
  const count = await adoptUnknownFiles(db, files.content, now())
  const days = files.graceMs / DAY_MS
  print('This database owns the stored files now. Any other database that uses them becomes read-only within a minute.')
  print(`${describeCount(count, 'adopted')} Unreferenced files are removed after ${days} days.`)
}

async function purgeUnknownFiles(
  { db, files, now, print }: FilesCommandDeps,
  days: number,
  isConfirmed: boolean,
): Promise<void> {
  const assertOwner = async () => {
    if (await files.owner.canDelete()) return
    throw new StartupError(
      files.owner.explanation ?? 'A copy of this database may still be running. Try again in an hour.',
    )
  }
  await files.owner.check()
  await assertOwner()
  const before = new Date(now().getTime() - days * DAY_MS)
  const found = await printUnknownFiles({ db, files, print }, ({ storedAt }) => storedAt < before)
  print(
    describeCount(
      found,
      `that this database does not know and that are older than ${days === 1 ? 'one day' : `${days} days`}`,
    ),
  )
  if (!isConfirmed) return print(`To remove them for good: npm run files -- purge ${days} --yes`)
  print(describeCount(await deleteUnknownFiles(db, files.content, before, assertOwner), 'removed'))
}

async function printUnknownFiles(
  { db, files, print }: Pick<FilesCommandDeps, 'db' | 'files' | 'print'>,
  isIncluded: (file: { storedAt: Date }) => boolean,
): Promise<FileCount> {
  const count = { files: 0, bytes: 0 }
  for await (const file of listUnknownFiles(db, files.content)) {
    if (!isIncluded(file)) continue
    count.files += 1
    count.bytes += file.bytes
    if (count.files <= MAX_PRINTED_FILES)
      print(`${formatContentName(file)}  ${file.bytes} bytes  ${file.storedAt.toISOString()}`)
  }
  if (count.files > MAX_PRINTED_FILES) print(`… and ${count.files - MAX_PRINTED_FILES} more`)
  return count
}

const describeCount = ({ files, bytes }: FileCount, suffix: string) =>
  `${files} ${files === 1 ? 'file' : 'files'} (${bytes} bytes) ${suffix}.`
