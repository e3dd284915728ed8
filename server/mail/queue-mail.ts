import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import type { MailRequest } from './mail-request.ts'

/** Queues a mail in the transaction of the change that the mail reports. */
export async function queueMail(db: Kysely<Database>, now: Date, payload: MailRequest): Promise<void> {
  await enqueueJob(db, { kind: 'mail', key: uuidv7(), payload, owner: null, now })
}
