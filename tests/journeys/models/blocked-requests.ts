import { expect, type Page, type Request, type Route } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { RequestFault } from './faults.ts'

/** Properties of an intercepted request. */
export interface RequestedCall {
  method: string
  path: string
  query: URLSearchParams
}

/**
 * Returns whether a request belongs to an invoked actor. Such requests are blocked until the path decides their outcome.
 * `snapshot` is the state that the path enters, which identifies some requests.
 */
export type RequestMatcher = (request: RequestedCall, snapshot: AnyMachineSnapshot | undefined) => boolean

interface HeldRequest {
  actor: string
  route: Route
}

/**
 * Blocks a page's requests until the path decides their outcome. Responses come from the server; only faults are simulated, one
 * at a time.
 */
export class BlockedRequests {
  #held: HeldRequest[] = []
  /** State that the path enters. */
  nextSnapshot: AnyMachineSnapshot | undefined
  /** Outcome of each actor's later requests. Requests of other actors are blocked. */
  #ends = new Map<string, 'answered' | RequestFault>()

  constructor(
    readonly page: Page,
    readonly outcomes: Readonly<Record<string, RequestMatcher>>,
  ) {}

  /** Starts blocking requests. */
  async startHolding(): Promise<void> {
    const end = (request: Request) => {
      this.#held = this.#held.filter(({ route }) => route.request() !== request)
    }
    this.page.on('requestfailed', end)
    this.page.on('requestfinished', end)
    await this.page.route(
      (url) =>
        url.pathname.startsWith('/v1/') || url.pathname.startsWith('/files') || url.pathname.startsWith('/demo/'),
      (route) => this.#take(route),
    )
  }

  /** Names of the actors that have a blocked request, sorted. */
  get actors(): string[] {
    return this.#held.map(({ actor }) => actor).sort()
  }

  /** Passes through requests that match an actor but are not its own, until {@link settle}. */
  letThrough(actor: string): void {
    this.#ends.set(actor, 'answered')
  }

  /** Passes an actor's blocked and later requests to the server, until {@link settle}. */
  async answer(actor: string): Promise<void> {
    await this.#end(actor, 'answered')
  }

  /** Passes or fails one request of an actor. The next one is blocked again. */
  async endOnce(actor: string, outcome: 'answered' | RequestFault): Promise<void> {
    await this.#end(actor, outcome)
    this.#ends.delete(actor)
  }

  /** Fails an actor's blocked request and all its retries, until {@link settle}. */
  async fail(actor: string, fault: RequestFault): Promise<void> {
    await this.#end(actor, fault)
  }

  /** Whether requests are failing that the client retries after a delay. */
  get isFailing(): boolean {
    return [...this.#ends.values()].some((end) => end !== 'answered')
  }

  /** Blocks all later requests again. */
  settle(): void {
    this.#ends.clear()
  }

  /** Removes all routes at the end of a path. */
  async release(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #end(actor: string, outcome: 'answered' | RequestFault): Promise<void> {
    await expect.poll(() => this.actors, `a request of '${actor}' should wait for its end`).toContain(actor)
    this.#ends.set(actor, outcome)
    const ending = this.#held.filter((heldRequest) => heldRequest.actor === actor)
    this.#held = this.#held.filter((heldRequest) => heldRequest.actor !== actor)
    for (const { route } of ending) await this.#let(route, outcome)
  }

  async #take(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, searchParams } = new URL(request.url())
    const call = { method: request.method(), path: pathname, query: searchParams }
    const actor = Object.keys(this.outcomes).find((name) => this.outcomes[name]!(call, this.nextSnapshot))
    if (actor === undefined) return route.fallback()
    const outcome = this.#ends.get(actor)
    if (outcome) return this.#let(route, outcome)
    this.#held.push({ actor, route })
  }

  async #let(route: Route, outcome: 'answered' | RequestFault): Promise<void> {
    if (outcome === 'answered') await route.continue()
    else await outcome.apply(route, this.page)
  }
}
