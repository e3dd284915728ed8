import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from 'uuidv7'
import type { Mail, Post } from './post.ts'

/** How many mails are kept; the oldest go first. */
const MOST_KEPT = 200

/** A mail in the outbox. `at` is ISO 8601 UTC. */
export interface KeptMail extends Mail {
  id: string
  at: string
  from: string
}

/** What nodemailer writes of a mail as JSON, as far as we read it. */
interface Written {
  from: { address: string; name: string }
  subject: string
  text: string
  html: string
}

/** A folder of mails that are not sent on: one JSON file for each, named so that they sort by time. */
export class Outbox implements Post {
  readonly #transport = createTransport({ jsonTransport: true })

  private constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly now: () => Date,
  ) {}

  /** Makes the folder where it is missing. */
  static async open(folder: string, from: string, now: () => Date): Promise<Outbox> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Outbox(folder, from, now)
  }

  async send({ to, ...mail }: Mail): Promise<void> {
    const { message } = await this.#transport.sendMail({ ...mail, from: this.from, to: { name: '', address: to } })
    const { from, subject, text, html } = JSON.parse(String(message)) as Written
    const id = uuidv7()
    const kept: KeptMail = { id, at: this.now().toISOString(), from: from.address, to, subject, text, html }
    const path = join(this.folder, `${id}.json`)
    try {
      await writeFile(`${path}.part`, JSON.stringify(kept, null, 2), { mode: 0o600 })
      await rename(`${path}.part`, path)
    } catch (fault) {
      await rm(`${path}.part`, { force: true })
      throw fault
    }
    for (const old of (await this.#names()).slice(MOST_KEPT)) await rm(join(this.folder, old), { force: true })
  }

  /** All mails, the newest first. */
  async list(): Promise<KeptMail[]> {
    const texts = await Promise.all(
      (await this.#names()).map((name) => readFile(join(this.folder, name), 'utf8').catch(() => undefined)),
    )
    return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as KeptMail]))
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
