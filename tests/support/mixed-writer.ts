import type { Random } from './random.ts'

/** What a call was answered. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what came, whatever it is
  body: any
}

/** Makes a call; rejects where no answer came. */
export type Call = (what: string, body?: object, headers?: Record<string, string>) => Promise<Answer>

/** Makes a call once more where its token has ended, after signing in again, once for all who wait: a long run outlasts it. */
export function renewed(call: Call, signIn: () => Promise<unknown>): Call {
  let signing: Promise<unknown> | undefined
  return async (...given) => {
    const answer = await call(...given)
    if (answer.body?.error?.code !== 'TOKEN_EXPIRED') return answer
    signing ??= signIn().finally(() => {
      signing = undefined
    })
    await signing
    return call(...given)
  }
}

/** What an asset has to be like, by all that was acknowledged. */
export interface Expected {
  id: string
  name: string
  isLocked: boolean
  isTagged: boolean
  isTrashed: boolean
  /** The actions of its history, the oldest first. */
  actions: string[]
}

interface Needs {
  call: Call
  /** Resolves when it is worth asking again. */
  whenBack: () => Promise<unknown>
  random: Random
  /** What makes this writer's names and keys its own. */
  name: string
  asset: object
  tagId: string
}

/**
 * Somebody who makes assets, renames, tags, locks, deletes and restores them, and asks again whatever was not answered. A write
 * that is asked for again says the same once more, so that it must be done once.
 */
export class MixedWriter {
  readonly assets: Expected[] = []
  readonly faults: string[] = []
  lost = 0
  #count = 0

  constructor(private readonly needs: Needs) {}

  /** One write of any kind that fits. */
  async write(): Promise<void> {
    const { random } = this.needs
    const one = this.assets[random.below(this.assets.length + 1)]
    if (!one) return this.#create()
    if (one.isTrashed)
      return this.#change(one, 'restored', `POST /v1/assets/${one.id}/restore`, {}, { isTrashed: false })
    if (one.isLocked) return this.#change(one, 'unlocked', `PUT /v1/assets/${one.id}/unlock`, {}, { isLocked: false })
    const name = `${this.needs.name} ${this.#next()}`
    const tagging = { tagId: this.needs.tagId, assetIds: [one.id] }
    const kinds = [
      () => this.#change(one, 'updated', `PATCH /v1/assets/${one.id}`, { name }, { name }),
      () => this.#change(one, 'locked', `PUT /v1/assets/${one.id}/lock`, {}, { isLocked: true }),
      () => this.#change(one, 'deleted', `DELETE /v1/assets/${one.id}`, undefined, { isTrashed: true }),
      () =>
        this.#change(one, 'updated', `POST /v1/tags/${one.isTagged ? 'remove' : 'set'}-tag`, tagging, {
          isTagged: !one.isTagged,
        }),
    ]
    return kinds[random.below(kinds.length)]!()
  }

  async #create() {
    const name = `${this.needs.name} ${this.#next()}`
    const headers = { 'idempotency-key': name }
    const { answer } = await this.#ask('POST /v1/assets', { ...this.needs.asset, name }, headers)
    if (answer.status !== 201) return this.#blame(name, answer)
    this.assets.push({
      id: answer.body.id,
      name,
      isLocked: false,
      isTagged: false,
      isTrashed: false,
      actions: ['created'],
    })
  }

  async #change(one: Expected, action: string, what: string, body: object | undefined, then: Partial<Expected>) {
    const { answer, tries } = await this.#ask(what, body)
    // What was deleted by a try whose answer was lost is not there any more.
    const isDoneAlready = action === 'deleted' && tries > 1 && answer.status === 404
    if (answer.status !== 200 && !isDoneAlready) return this.#blame(what, answer)
    Object.assign(one, then)
    one.actions.push(action)
  }

  async #ask(
    what: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ answer: Answer; tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.needs.call(what, body, headers).catch(() => undefined)
      if (answer && answer.status !== 503) return { answer, tries }
      this.lost += 1
      await this.needs.whenBack()
    }
  }

  #blame(what: string, { status, body }: Answer) {
    this.faults.push(`${what}: ${status} ${JSON.stringify(body)}`)
  }

  #next = () => this.#count++
}
