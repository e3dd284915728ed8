import { expect, type Page, type Request, type Route } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { RequestFault } from './faults.ts'

export interface RequestedCall {
  method: string
  path: string
  query: URLSearchParams
}

/** Returns whether an actor has sent a request. `snapshot` is the machine's state after the current step. */
export type RequestMatcher = (request: RequestedCall, snapshot: AnyMachineSnapshot | undefined) => boolean

interface BlockedRequest {
  actor: string
  route: Route
}

/** Blocks a page's requests until the path forwards each request to the server, or fails the request. */
export class BlockedRequests {
  #blocked: BlockedRequest[] = []
  /** Machine's state after the current step of the path. */
  nextSnapshot: AnyMachineSnapshot | undefined
  /** Outcomes of the actors' next requests. Requests of other actors stay blocked. */
  #outcomes = new Map<string, 'forwarded' | RequestFault>()

  constructor(
    readonly page: Page,
    readonly requestMatchers: Readonly<Record<string, RequestMatcher>>,
  ) {}

  async startBlocking(): Promise<void> {
    const removeRequest = (request: Request) => {
      this.#blocked = this.#blocked.filter(({ route }) => route.request() !== request)
    }
    this.page.on('requestfailed', removeRequest)
    this.page.on('requestfinished', removeRequest)
    await this.page.route(
      (url) =>
        url.pathname.startsWith('/v1/') || url.pathname.startsWith('/files') || url.pathname.startsWith('/demo/'),
      (route) => this.#handle(route),
    )
  }

  get actors(): string[] {
    return this.#blocked.map(({ actor }) => actor).sort()
  }

  /** Forwards an actor's later requests to the server, until {@link settle}. */
  forwardLater(actor: string): void {
    this.#outcomes.set(actor, 'forwarded')
  }

  /** Forwards an actor's blocked and later requests to the server, until {@link settle}. */
  async forward(actor: string): Promise<void> {
    await this.#finish(actor, 'forwarded')
  }

  /** Forwards or fails one request of an actor. The actor's next request is blocked again. */
  async finishOnce(actor: string, outcome: 'forwarded' | RequestFault): Promise<void> {
    await this.#finish(actor, outcome)
    this.#outcomes.delete(actor)
  }

  /** Fails an actor's blocked request and all its retries, until {@link settle}. */
  async fail(actor: string, fault: RequestFault): Promise<void> {
    await this.#finish(actor, fault)
  }

  /** Whether there are failing requests that the client retries after a delay. */
  get isFailing(): boolean {
    return [...this.#outcomes.values()].some((outcome) => outcome !== 'forwarded')
  }

  settle(): void {
    this.#outcomes.clear()
  }

  async release(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #finish(actor: string, outcome: 'forwarded' | RequestFault): Promise<void> {
    await expect.poll(() => this.actors, `a request of '${actor}' should be blocked`).toContain(actor)
    this.#outcomes.set(actor, outcome)
    const ending = this.#blocked.filter((heldRequest) => heldRequest.actor === actor)
    this.#blocked = this.#blocked.filter((heldRequest) => heldRequest.actor !== actor)
    for (const { route } of ending) await this.#apply(route, outcome)
  }

  async #handle(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, searchParams } = new URL(request.url())
    const call = { method: request.method(), path: pathname, query: searchParams }
    const actor = Object.keys(this.requestMatchers).find((name) => this.requestMatchers[name]!(call, this.nextSnapshot))
    if (actor === undefined) return route.fallback()
    const outcome = this.#outcomes.get(actor)
    if (outcome) return this.#apply(route, outcome)
    this.#blocked.push({ actor, route })
  }

  async #apply(route: Route, outcome: 'forwarded' | RequestFault): Promise<void> {
    if (outcome === 'forwarded') await route.continue()
    else await outcome.apply(route, this.page)
  }
}
