import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from './mailer.ts'

/** Maximum number of stored mails. The oldest are deleted first. */
const MAX_STORED_MAILS = 200

/** Mail in the outbox. `at` is ISO 8601 UTC. */
export interface StoredMail extends Mail {
  id: string
  at: string
  from: string
}

/** Part of nodemailer's JSON output that is read here. */
interface NodemailerJson {
  from: { address: string; name: string }
  subject: string
  text: string
  html: string
}

/**
 * Folder of mails that are not sent: one JSON file each, named by job id so that they sort by time. Several processes may share
 * it.
 */
export class MailOutbox implements Mailer {
  readonly #transport = createTransport({ jsonTransport: true })

  private constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly now: () => Date,
  ) {}

  /** Opens the folder, creating it if necessary. */
  static async open(folder: string, from: string, now: () => Date): Promise<MailOutbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new MailOutbox(folder, from, now)
  }

  /** Stores a mail under its id. Sending the same id again replaces the mail. */
  async send({ to, ...mail }: Mail, id: string): Promise<void> {
    const { message } = await this.#transport.sendMail({ ...mail, from: this.from, to: { name: '', address: to } })
    const { from, subject, text, html } = JSON.parse(String(message)) as NodemailerJson
    const storedMail: StoredMail = { id, at: this.now().toISOString(), from: from.address, to, subject, text, html }
    const path = join(this.folder, `${id}.json`)
    try {
      await writeFile(`${path}.part`, JSON.stringify(storedMail, null, 2), { mode: 0o600 })
      await rename(`${path}.part`, path)
    } catch (error) {
      await rm(`${path}.part`, { force: true })
      throw error
    }
    for (const old of (await this.#names()).slice(MAX_STORED_MAILS)) await rm(join(this.folder, old), { force: true })
  }

  /** Returns all mails, newest first. */
  async list(): Promise<StoredMail[]> {
    const texts = await Promise.all(
      (await this.#names()).map((name) => readFile(join(this.folder, name), 'utf8').catch(() => undefined)),
    )
    return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as StoredMail]))
  }

  async clear(): Promise<void> {
    for (const name of await this.#names()) await rm(join(this.folder, name), { force: true })
  }

  async close(): Promise<void> {}

  async #names(): Promise<string[]> {
    return (await readdir(this.folder))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse()
  }
}
