import type { SeededRandom } from './random.ts'

export interface CallResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary bodies
  body: any
}

/** Sends a request; rejects if no response arrives. */
export type ApiCall = (path: string, body?: object, headers?: Record<string, string>) => Promise<CallResponse>

/** Wraps a call. When the token has expired, signs in again and retries the call. Concurrent calls share one sign-in. */
export function withTokenRenewal(call: ApiCall, signIn: () => Promise<unknown>): ApiCall {
  let signing: Promise<unknown> | undefined
  return async (...args) => {
    const answer = await call(...args)
    if (answer.body?.error?.code !== 'TOKEN_EXPIRED') return answer
    signing ??= signIn().finally(() => {
      signing = undefined
    })
    await signing
    return call(...args)
  }
}

/** Expected state of an asset after all confirmed writes. */
export interface ExpectedAsset {
  id: string
  name: string
  isLocked: boolean
  isTagged: boolean
  isTrashed: boolean
  /** Actions in its history, oldest first. */
  actions: string[]
}

interface WriterOptions {
  call: ApiCall
  /** Resolves when a retry can succeed. */
  whenBack: () => Promise<unknown>
  random: SeededRandom
  /** Prefix that makes this writer's names and keys unique. */
  name: string
  asset: object
  tagId: string
}

/**
 * Simulated client that creates, renames, tags, locks, deletes and restores assets, and retries every call without a response. A
 * retried write has the same content, so it must be applied only once.
 */
export class RandomWriter {
  readonly assets: ExpectedAsset[] = []
  readonly faults: string[] = []
  lost = 0
  #count = 0

  constructor(private readonly needs: WriterOptions) {}

  async write(): Promise<void> {
    const { random } = this.needs
    const asset = this.assets[random.integerBelow(this.assets.length + 1)]
    if (!asset) return this.#create()
    if (asset.isTrashed)
      return this.#change(asset, 'restored', `POST /v1/assets/${asset.id}/restore`, {}, { isTrashed: false })
    if (asset.isLocked)
      return this.#change(asset, 'unlocked', `PUT /v1/assets/${asset.id}/unlock`, {}, { isLocked: false })
    const name = `${this.needs.name} ${this.#next()}`
    const tagging = { tagId: this.needs.tagId, assetIds: [asset.id] }
    const kinds = [
      () => this.#change(asset, 'updated', `PATCH /v1/assets/${asset.id}`, { name }, { name }),
      () => this.#change(asset, 'locked', `PUT /v1/assets/${asset.id}/lock`, {}, { isLocked: true }),
      () => this.#change(asset, 'deleted', `DELETE /v1/assets/${asset.id}`, undefined, { isTrashed: true }),
      () =>
        this.#change(asset, 'updated', `POST /v1/tags/${asset.isTagged ? 'remove' : 'set'}-tag`, tagging, {
          isTagged: !asset.isTagged,
        }),
    ]
    return kinds[random.integerBelow(kinds.length)]!()
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

  async #change(
    asset: ExpectedAsset,
    action: string,
    path: string,
    body: object | undefined,
    then: Partial<ExpectedAsset>,
  ) {
    const { answer, tries: attempts } = await this.#ask(path, body)
    // An earlier try, whose response was lost, may have deleted the asset already.
    const isDoneAlready = action === 'deleted' && attempts > 1 && answer.status === 404
    if (answer.status !== 200 && !isDoneAlready) return this.#blame(path, answer)
    Object.assign(asset, then)
    asset.actions.push(action)
  }

  async #ask(
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ answer: CallResponse; tries: number }> {
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.needs.call(path, body, headers).catch(() => undefined)
      if (answer && answer.status !== 503) return { answer, tries: attempts }
      this.lost += 1
      await this.needs.whenBack()
    }
  }

  #blame(path: string, { status, body }: CallResponse) {
    this.faults.push(`${path}: ${status} ${JSON.stringify(body)}`)
  }

  #next = () => this.#count++
}
