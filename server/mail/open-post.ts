import { join } from 'node:path'
import type { Env } from '../env.ts'
import { Outbox } from './outbox.ts'
import { createSmtpPost, type Post } from './post.ts'

/** The post the environment names: a mail server, else an outbox in the data folder. */
export async function openPost({
  SMTP_URL,
  MAIL_FROM,
  DATA_DIR,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>): Promise<{ post: Post; outbox?: Outbox }> {
  if (SMTP_URL) return { post: createSmtpPost(SMTP_URL, MAIL_FROM) }
  const outbox = await Outbox.open(join(DATA_DIR, 'outbox'), MAIL_FROM, () => new Date())
  return { post: outbox, outbox }
}
