import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'

/** A call, and an action between its checks and its write. */
export interface InterleavedCall<R> {
  call: () => Promise<R>
  /** Runs once, immediately before the transaction opens. The call waits for it. */
  action: () => Promise<unknown>
  /** Number of the call's transactions that open before the action runs. Default: 0. */
  skip?: number
}

/**
 * Runs an action after a call's checks and before the transaction in which the call repeats them under a lock. Use it to prove
 * the second check: the action invalidates what the first check saw. Settles like the call, but rejects if the call
 * opens too few transactions, because the action never ran then.
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
  // Jobs and other calls open transactions on the same store: only those of this call count.
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
  // Throws even if the call rejected, because the call would have been refused without the action.
  if (!hasRun) throw new Error(`The call opened ${skip - skipsLeft} transactions, so the action did not run.`)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
