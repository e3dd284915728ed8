import { formatErrorReason, isDatabaseUnavailable, isStorageFull } from './database-errors.ts'

/** Reason why the server cannot start, as one sentence for the operator. */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Prints an error and exits the process with status 1. Prints the stack only of unexpected errors, which are bugs. */
export function exitWithError(error: unknown): never {
  process.stderr.write(`${formatKnownError(error) ?? (error as Error)?.stack ?? error}\n`)
  process.exit(1)
}

function formatKnownError(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message
  if (isStorageFull(error)) return `No space is left on the disk: ${formatErrorReason(error)}`
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${formatErrorReason(error)}`
  return undefined
}
