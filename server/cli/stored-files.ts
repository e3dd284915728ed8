import { openFileService } from '../boot/open-file-service.ts'
import { exitWithError } from '../errors/startup-error.ts'
import { runFilesCommand } from '../files/files-command.ts'
import { withDatabase } from './with-database.ts'

/**
 * Runs `npm run files`: shows or changes which database owns the stored files. With PostgreSQL, the command runs next to the
 * servers. With an embedded database, the command fails while the server uses the folder.
 */
async function main(args: string[]): Promise<void> {
  const now = () => new Date()
  await withDatabase(async (db, env) => {
    const files = await openFileService(env, { db, now, isFolderInUse: env.DATABASE_URL !== undefined })
    await runFilesCommand(args, { db, files, now, print: (line) => process.stdout.write(`${line}\n`) })
  })
}

await main(process.argv.slice(2)).catch(exitWithError)
