import { expect, type Page, type Request, type Route } from '@playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { Fault } from './faults.ts'

/** A request as it is asked. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
}

/**
 * Which request an invoked actor makes: of these, each is held until the path says how it ends. It is told the state that
 * the path comes to, which some requests are known by.
 */
export type Outcome = (request: Asked, now: AnyMachineSnapshot | undefined) => boolean

interface Held {
  actor: string
  route: Route
}

/** The requests of a page that wait for the path to say how they end. No answer is made up: faults are, one at a time. */
export class HeldRequests {
  #held: Held[] = []
  /** The state that the path comes to. */
  now: AnyMachineSnapshot | undefined
  /** How each actor's requests end from now on; those of others are held. */
  #ends = new Map<string, 'answered' | Fault>()

  constructor(
    readonly page: Page,
    readonly outcomes: Readonly<Record<string, Outcome>>,
  ) {}

  /** Holds from now on. */
  async begin(): Promise<void> {
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

  /** The actors whose requests are held now. */
  get actors(): string[] {
    return this.#held.map(({ actor }) => actor).sort()
  }

  /** Lets requests through that are like an actor's and none of its own, until {@link settle}. */
  pass(actor: string): void {
    this.#ends.set(actor, 'answered')
  }

  /** Lets what an actor asked for through to the server, now and until {@link settle}. */
  async answer(actor: string): Promise<void> {
    await this.#end(actor, 'answered')
  }

  /** Lets one request of an actor through, or fail; the next is held. */
  async once(actor: string, how: 'answered' | Fault): Promise<void> {
    await this.#end(actor, how)
    this.#ends.delete(actor)
  }

  /** Lets what an actor asked for fail, as often as it is asked again until {@link settle}. */
  async fail(actor: string, fault: Fault): Promise<void> {
    await this.#end(actor, fault)
  }

  /** Whether something is made to fail that is asked for again after a while. */
  get isFailing(): boolean {
    return [...this.#ends.values()].some((end) => end !== 'answered')
  }

  /** What was said of how requests end counts no more: the next are held. */
  settle(): void {
    this.#ends.clear()
  }

  /** Lets go of everything, at the end of a path. */
  async release(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  async #end(actor: string, how: 'answered' | Fault): Promise<void> {
    await expect.poll(() => this.actors, `a request of '${actor}' should wait for its end`).toContain(actor)
    this.#ends.set(actor, how)
    const ending = this.#held.filter((held) => held.actor === actor)
    this.#held = this.#held.filter((held) => held.actor !== actor)
    for (const { route } of ending) await this.#let(route, how)
  }

  async #take(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, searchParams } = new URL(request.url())
    const asked = { method: request.method(), path: pathname, query: searchParams }
    const actor = Object.keys(this.outcomes).find((name) => this.outcomes[name]!(asked, this.now))
    if (actor === undefined) return route.fallback()
    const how = this.#ends.get(actor)
    if (how) return this.#let(route, how)
    this.#held.push({ actor, route })
  }

  async #let(route: Route, how: 'answered' | Fault): Promise<void> {
    if (how === 'answered') await route.continue()
    else await how.strike(route, this.page)
  }
}
