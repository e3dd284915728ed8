import { join } from 'node:path'
import type { Env } from '../boot/env.ts'
import { MailOutbox } from './mail-outbox.ts'
import { createSmtpMailer, type Mailer } from './mailer.ts'

/** Opens the mail transport of the environment: a mail server, or else an outbox in the data folder. */
export async function openMailer({
  SMTP_URL,
  MAIL_FROM,
  DATA_DIR,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>): Promise<{ mailer: Mailer; outbox?: MailOutbox }> {
  if (SMTP_URL) return { mailer: createSmtpMailer(SMTP_URL, MAIL_FROM) }
  const outbox = await MailOutbox.open(join(DATA_DIR, 'outbox'), MAIL_FROM, () => new Date())
  return { mailer: outbox, outbox }
}
