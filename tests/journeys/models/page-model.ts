import type { Locator, Page } from '@playwright/test'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { MachineModel } from '../../support/model/model.ts'
import type { BlockedRequests, RequestMatcher } from './blocked-requests.ts'
import type { RequestFault } from './faults.ts'

/** State of a test that walks one path: the page, its blocked requests and memoized values. */
export interface PathRun {
  page: Page
  requests: BlockedRequests
  expectedMessage: string
  fault: RequestFault | undefined
  /** Returns a value of this path, such as an account or a file. Creates the value on first use. */
  memoize: <T>(name: string, create: () => Promise<T>) => Promise<T>
  /** Returns the event with which an actor will end next on this path. */
  nextEventOf: (actor: string) => EventObject | undefined
}

/** User action or passing of time that causes a step of the path: its description and implementation. */
export type PageAction = readonly [description: string, act: (run: PathRun, event: never) => Promise<void>]

/** Elements that must be visible in a state, and elements that must not be. */
export interface ScreenElements {
  visible: readonly Locator[]
  absent?: readonly Locator[]
}

/** A value of the context that the page shows, as text. `null` in states that do not show the value. */
export interface ScreenCheck {
  expected: (snapshot: AnyMachineSnapshot, run: PathRun) => string | null | Promise<string | null>
  actual: (run: PathRun) => Promise<string | null>
}

export interface PageModel {
  /** The machine with a few example events, limited to events that the page's controls can cause. */
  model: MachineModel
  open?: (run: PathRun) => Promise<void>
  /** Actions by event type. Events of actors without a request have the keys `x succeeds` or `x fails`, delays `x elapses`. */
  actions: Readonly<Record<string, PageAction>>
  requestMatchers: Readonly<Record<string, RequestMatcher>>
  /** Elements by state name, such as `signedIn.settled`. */
  screens: (page: Page) => Readonly<Record<string, ScreenElements>>
  checks?: Readonly<Record<string, ScreenCheck>>
  /** States that look like another state, with the reason. The pending requests may differ. */
  equivalentStates?: Readonly<Record<string, readonly [as: string, reason: string]>>
  /** Returns the state's name in {@link screens}. Default: the complete state value. */
  stateOf?: (snapshot: AnyMachineSnapshot) => string
  /** Returns the actors with a pending request in a state. Default: all running actors. */
  pendingActors?: (snapshot: AnyMachineSnapshot) => readonly string[]
  faults?: readonly RequestFault[]
  /** Types of events whose actions set the browser online themselves. */
  reconnectingActions?: readonly string[]
  /** Time to advance the clock by, in milliseconds, between checks while the client retries a failing request. Default: 400. */
  retryAdvanceMs?: number
  /** Whether to pause the page's clock, so that only the path advances it. Default: false. */
  isClockFrozen?: boolean
  /** Whether to advance a paused clock by one frame after each user action, so that the page renders the action's effects. */
  advancesFrames?: boolean
  /**
   * Returns the time to advance the clock by before each check of the page, in milliseconds. For pages that render frame by frame
   * with a paused clock.
   */
  tickMs?: (snapshot: AnyMachineSnapshot) => number
  /** Timeout in milliseconds for finding a control, and for the page to show the expected state. Default: 15,000. */
  timeoutMs?: number
  maxSteps?: number
  /** Selects the goals to cover. Default: every branch, every state and every refused event. */
  includesGoal?: (goal: string) => boolean
}

/** Presses a button, even a busy button, as a user can. */
export const pressEvenIfBusy = (button: Locator): Promise<void> => button.click({ force: true })
