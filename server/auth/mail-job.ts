import { sql } from 'kysely'
import { HttpError } from '../errors/http-error.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { MAIL_CONCURRENCY, MailNotSentError, MailRejectedError } from '../mail/mailer.ts'
import { composeRequestedMail } from './proof-mails.ts'

/** Timeout of one attempt, in milliseconds: longer than all SMTP step timeouts together. */
const MAIL_TIMEOUT_MS = 60_000

/**
 * Sends one e-mail. A retry after a crash may send the e-mail twice, with the same Message-ID. Logs the start and the end of an
 * outage of the mail server once each.
 */
export const createMailJobKind = (deps: JobDependencies): JobKind<JobPayloads['mail']> => {
  const { mailer, log } = deps
  let isUnreachable = false
  return {
    timeoutMs: MAIL_TIMEOUT_MS,
    ownSlots: MAIL_CONCURRENCY,
    async perform(job, { signal }) {
      const mail = await composeRequestedMail(deps, job)
      signal.throwIfAborted()
      if (mail)
        await mailer.send(mail, job.id).then(
          () => {
            if (isUnreachable) log.info('e-mail delivery has resumed')
            isUnreachable = false
          },
          (error: unknown) => {
            if (error instanceof MailRejectedError) throw new JobError(error.message)
            if (!(error instanceof MailNotSentError)) throw error
            if (!isUnreachable)
              log.warn({ reason: error.reason }, 'e-mail cannot be sent; each message is retried for 24 hours')
            isUnreachable = true
            throw new HttpError('UNAVAILABLE', error.message)
          },
        )
      // Removes everything from the payload except the address and the topic, which admins see in the list of jobs.
      return async (trx) => {
        await sql`update jobs set payload = jsonb_build_object('letter', payload->'letter', 'to', payload->'to')
          where id = ${job.id}`.execute(trx)
      }
    },
  }
}
