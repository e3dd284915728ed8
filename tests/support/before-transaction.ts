import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** A call, and an action that runs between the call's checks and the call's write. */
export interface InterleavedCall<R> {
  call: () => Promise<R>
  /** Runs once, immediately before the transaction opens. The call waits for the action. */
  action: () => Promise<unknown>
  /** Number of the call's transactions that open before the action runs. Default: 0. */
  skip?: number
}

/**
 * Runs an action between a call's first check and the transaction in which the call repeats the check under a lock. If the
 * action invalidates the result of the first check, only the second check can refuse the call. Settles like the call. Rejects if
 * the call opens too few transactions, because the action did not run.
 *
 * ```ts
 * const late = runBeforeTransaction(server.deps.db, {
 *   call: () => developer.client.assets.update({ id, body: { name: 'Late' } }),
 *   action: () => admin.client.assets.update({ id, body: { applicationIds: ['harbour'] } }),
 * })
 * await expect(late).rejects.toMatchObject({ status: 403 })
 * ```
 */
export async function runBeforeTransaction<R>(
  db: Kysely<Database>,
  { call, action, skip = 0 }: InterleavedCall<R>,
): Promise<R> {
  // Counts only the transactions of this call, because jobs and other calls open transactions on the same store.
  const scope = new AsyncLocalStorage<true>()
  const original = db.transaction
  let [skipsLeft, hasRun] = [skip, false]
  db.transaction = () => {
    const builder = original.call(db)
    if (scope.getStore() !== true || hasRun || skipsLeft-- > 0) return builder
    hasRun = true
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      await scope.exit(action)
      return execute(work)
    }
    return builder
  }
  const [outcome] = await Promise.allSettled([scope.run(true, call)])
  db.transaction = original
  // Throws even if the call has rejected, because the rejection does not depend on the action.
  if (!hasRun) throw new Error(`The call opened ${skip - skipsLeft} transactions, so the action did not run.`)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
