import type { SeededRandom } from './random.ts'

export interface CallResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary bodies
  body: any
}

/** Sends a request. Rejects if no response arrives. */
export type ApiCall = (path: string, body?: object, headers?: Record<string, string>) => Promise<CallResponse>

/** Wraps a call. When the token has expired, signs in again and retries the call. Concurrent calls share one sign-in. */
export function withTokenRenewal(call: ApiCall, signIn: () => Promise<unknown>): ApiCall {
  let pendingSignIn: Promise<unknown> | undefined
  return async (...args) => {
    const response = await call(...args)
    if (response.body?.error?.code !== 'TOKEN_EXPIRED') return response
    pendingSignIn ??= signIn().finally(() => {
      pendingSignIn = undefined
    })
    await pendingSignIn
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
  /** Actions in the asset's history, oldest first. */
  actions: string[]
}

interface WriterOptions {
  call: ApiCall
  /** Resolves when a retry can succeed. */
  waitForServer: () => Promise<unknown>
  random: SeededRandom
  /** Prefix that makes this writer's names and keys unique. */
  name: string
  asset: object
  tagId: string
}

/**
 * Simulated client that creates, renames, tags, locks, deletes and restores assets, and retries every call without a response. A
 * retried write has the same content, and the server must apply the write only once.
 */
export class RandomWriter {
  readonly assets: ExpectedAsset[] = []
  readonly faults: string[] = []
  lostResponseCount = 0
  #count = 0

  constructor(private readonly options: WriterOptions) {}

  async write(): Promise<void> {
    const { random } = this.options
    const asset = this.assets[random.integerBelow(this.assets.length + 1)]
    if (!asset) return this.#create()
    if (asset.isTrashed)
      return this.#change(asset, 'restored', `POST /v1/assets/${asset.id}/restore`, {}, { isTrashed: false })
    if (asset.isLocked)
      return this.#change(asset, 'unlocked', `PUT /v1/assets/${asset.id}/unlock`, {}, { isLocked: false })
    const name = `${this.options.name} ${this.#next()}`
    const tagging = { tagId: this.options.tagId, assetIds: [asset.id] }
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
    const name = `${this.options.name} ${this.#next()}`
    const headers = { 'idempotency-key': name }
    const { response } = await this.#send('POST /v1/assets', { ...this.options.asset, name }, headers)
    if (response.status !== 201) return this.#addFault(name, response)
    this.assets.push({
      id: response.body.id,
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
    expectedChange: Partial<ExpectedAsset>,
  ) {
    const { response, attempts } = await this.#send(path, body)
    // An earlier try, whose response was lost, may have deleted the asset already.
    const isDoneAlready = action === 'deleted' && attempts > 1 && response.status === 404
    if (response.status !== 200 && !isDoneAlready) return this.#addFault(path, response)
    Object.assign(asset, expectedChange)
    asset.actions.push(action)
  }

  async #send(
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ response: CallResponse; attempts: number }> {
    for (let attempts = 1; ; attempts += 1) {
      const response = await this.options.call(path, body, headers).catch(() => undefined)
      if (response && response.status !== 503) return { response, attempts }
      this.lostResponseCount += 1
      await this.options.waitForServer()
    }
  }

  #addFault(path: string, { status, body }: CallResponse) {
    this.faults.push(`${path}: ${status} ${JSON.stringify(body)}`)
  }

  #next = () => this.#count++
}
