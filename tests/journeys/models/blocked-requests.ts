import { expect, type Page, type Request, type Route } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { RequestFault } from './faults.ts'

export interface RequestedCall {
  method: string
  path: string
  query: URLSearchParams
}

/**
 * Returns whether an invoked actor has sent a request. Such a request is blocked until the path decides its outcome. `snapshot`
 * is the machine's state after the current step. It identifies some requests.
 */
export type RequestMatcher = (request: RequestedCall, snapshot: AnyMachineSnapshot | undefined) => boolean

interface HeldRequest {
  actor: string
  route: Route
}

/** Blocks a page's requests until the path decides their outcome. Responses come from the server. Only failures are simulated. */
export class BlockedRequests {
  #held: HeldRequest[] = []
  /** Machine's state after the current step of the path. */
  nextSnapshot: AnyMachineSnapshot | undefined
  /** Outcome of each actor's later requests. Requests of actors that are not listed stay blocked. */
  #ends = new Map<string, 'answered' | RequestFault>()

  constructor(
    readonly page: Page,
    readonly outcomes: Readonly<Record<string, RequestMatcher>>,
  ) {}

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

  get actors(): string[] {
    return this.#held.map(({ actor }) => actor).sort()
  }

  /** Sends requests to the server, until {@link settle}, that match an actor but are not the actor's own. */
  letThrough(actor: string): void {
    this.#ends.set(actor, 'answered')
  }

  /** Sends an actor's blocked and later requests to the server, until {@link settle}. */
  async answer(actor: string): Promise<void> {
    await this.#end(actor, 'answered')
  }

  /** Sends or fails one request of an actor. The actor's next request is blocked again. */
  async endOnce(actor: string, outcome: 'answered' | RequestFault): Promise<void> {
    await this.#end(actor, outcome)
    this.#ends.delete(actor)
  }

  /** Fails an actor's blocked request and all its retries, until {@link settle}. */
  async fail(actor: string, fault: RequestFault): Promise<void> {
    await this.#end(actor, fault)
  }

  /** Whether there are failing requests that the client retries after a delay. */
  get isFailing(): boolean {
    return [...this.#ends.values()].some((end) => end !== 'answered')
  }

  settle(): void {
    this.#ends.clear()
  }

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
