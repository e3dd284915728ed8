import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from './mailer.ts'

/** Maximum number of stored mails. The oldest are deleted first. */
const MAX_STORED_MAILS = 200

export interface StoredMail extends Mail {
  id: string
  at: string
  from: string
}

interface NodemailerJson {
  from: { address: string; name: string }
  subject: string
  text: string
  html: string
}

/** Folder of mails that are not sent. Each mail is a JSON file, named by job id so that the files sort by time. */
export class MailOutbox implements Mailer {
  readonly #transport = createTransport({ jsonTransport: true })

  private constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly now: () => Date,
  ) {}

  static async open(folder: string, from: string, now: () => Date): Promise<MailOutbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new MailOutbox(folder, from, now)
  }

  /** Stores a mail under its id. A mail with the same id is replaced. */
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
