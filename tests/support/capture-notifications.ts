import pg from 'pg'

/**
 * Returns the payloads that another connection to a PostgreSQL database receives on a channel because of an action, in order.
 * PostgreSQL delivers notifications in the order of their commits, so this function sends a final notification after the action.
 * No timeout is needed, and an empty list proves that the action sent no notification.
 *
 * ```ts
 * expect(await captureNotifications(url, JOBS_CHANNEL, () => cancelJob(db, id, now))).toEqual([id])
 * ```
 */
export async function captureNotifications(
  url: string,
  channel: string,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    const end = 'end of the action'
    const received: string[] = []
    const endReceived = new Promise<void>((resolve) =>
      client.on('notification', ({ payload = '' }) => (payload === end ? resolve() : received.push(payload))),
    )
    await action()
    await client.query('select pg_notify($1, $2)', [channel, end])
    await endReceived
    return received
  } finally {
    await client.end()
  }
}
