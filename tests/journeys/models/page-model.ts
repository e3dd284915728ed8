import type { Locator, Page } from '@playwright/test'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { MachineModel } from '../../support/model/model.ts'
import type { BlockedRequests, RequestMatcher } from './blocked-requests.ts'
import type { RequestFault } from './faults.ts'

/** State of one walk along a path: the page, its blocked requests and memoized values. */
export interface PathRun {
  page: Page
  requests: BlockedRequests
  /** Message the page should show for the last failure. */
  expectedMessage: string
  /** Fault used last. */
  fault: RequestFault | undefined
  /** Returns a value of this path, such as an account or a file. It is created on first use. */
  memoize: <T>(name: string, create: () => Promise<T>) => Promise<T>
  /** Returns how an actor will next end on this path. */
  nextEventOf: (actor: string) => EventObject | undefined
}

/** A step as a user or the clock performs it: its description and implementation. */
export type PageAction = readonly [sentence: string, act: (visit: PathRun, event: never) => Promise<void>]

/** Elements that a state shows and elements it must not show, by role and name. */
export interface ScreenElements {
  visible: readonly Locator[]
  absent?: readonly Locator[]
}

/** A part of the context shown on screen, as text. `null` where it is not visible. */
export interface ScreenCheck {
  expected: (snapshot: AnyMachineSnapshot, visit: PathRun) => string | null | Promise<string | null>
  actual: (visit: PathRun) => Promise<string | null>
}

/** A state machine as a browser shows it. */
export interface PageModel {
  /** The machine with few example events, limited to those the page has controls for. */
  model: MachineModel
  /** Runs before the first step. */
  open?: (visit: PathRun) => Promise<void>
  /** Keyed by event type. Actors without a request use `x answers` or `x fails`; delays use `x passes`. */
  actions: Readonly<Record<string, PageAction>>
  /** The request of each invoked actor. */
  requestMatchers: Readonly<Record<string, RequestMatcher>>
  /** Keyed by state name, such as `signedIn.settled`. */
  screens: (page: Page) => Readonly<Record<string, ScreenElements>>
  checks?: Readonly<Record<string, ScreenCheck>>
  /** States that look like another state, with the reason. Their requests, if any, still distinguish them. */
  equivalentStates?: Readonly<Record<string, readonly [as: string, reason: string]>>
  /** Returns the state's name in {@link screens}. Default: the complete state value. */
  stateOf?: (snapshot: AnyMachineSnapshot) => string
  /** Returns the actors with a pending request in a state. Default: all running actors. */
  pendingActors?: (snapshot: AnyMachineSnapshot) => readonly string[]
  /** The faults used in rotation. Default: all. */
  faults?: readonly RequestFault[]
  /** Event types whose actions bring the browser back online themselves. */
  reconnectingActions?: readonly string[]
  /** Milliseconds to advance at a time while a failing request is retried. Default: 400. */
  retryAdvanceMs?: number
  /** Pauses the page's clock; only the path advances it. Default: false. */
  isClockFrozen?: boolean
  /** Advances a paused clock by one frame after each user action, so that its effects are rendered. */
  advancesFrames?: boolean
  /** Returns the milliseconds to advance before each look at the page, for rendering frame by frame with a paused clock. */
  tickMs?: (snapshot: AnyMachineSnapshot) => number
  /** Timeout for finding a control and for a screen to change, in milliseconds. Default: 15,000. */
  timeoutMs?: number
  /** Maximum number of steps in a path. */
  maxSteps?: number
  /** Selects the goals to cover. Default: every branch, every state and every refused event. */
  includesGoal?: (goal: string) => boolean
}

/** Presses a button even while it is busy, as a user can. */
export const pressEvenIfBusy = (button: Locator): Promise<void> => button.click({ force: true })
