import type { Locator, Page } from '@playwright/test'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { Model } from '../../support/model/model.ts'
import type { Fault } from './faults.ts'
import type { HeldRequests, Outcome } from './held-requests.ts'

/** One walk of a path: its page, what is held, and what is remembered on the way. */
export interface Visit {
  page: Page
  requests: HeldRequests
  /** What the page should say of the last failure. */
  said: string
  /** The fault that struck last. */
  fault: Fault | undefined
  /** The path's own accounts and files, made when they are first needed. */
  own: <T>(name: string, make: () => Promise<T>) => Promise<T>
  /** How an actor will end on this path, the next time that it does. */
  ahead: (actor: string) => EventObject | undefined
}

/** What happens, as a person or a clock does it: a sentence, and how it is done. */
export type Action = readonly [sentence: string, act: (visit: Visit, happening: never) => Promise<void>]

/** What is on screen in a state, by roles and names, and what is not. */
export interface Look {
  shows: readonly Locator[]
  lacks?: readonly Locator[]
}

/** Something that the context has on screen, as text: `null` where nothing of it is to be seen. */
export interface Sign {
  wanted: (snapshot: AnyMachineSnapshot, visit: Visit) => string | null | Promise<string | null>
  seen: (visit: Visit) => Promise<string | null>
}

/** A machine as a browser shows it. */
export interface PageModel {
  /** The machine with few examples, and what the page has controls for. */
  model: Model
  /** What is done before the first step. */
  open?: (visit: Visit) => Promise<void>
  /** By the happening's type; of an actor without a request as `x answers` or `x fails`, of a delay as `x passes`. */
  actions: Readonly<Record<string, Action>>
  /** Each invoked actor's request. */
  outcomes: Readonly<Record<string, Outcome>>
  /** By the state's name, as in `signedIn.settled`. */
  looks: (page: Page) => Readonly<Record<string, Look>>
  signs?: Readonly<Record<string, Sign>>
  /** States that look like another one, each with the reason; their requests still tell them apart where they have any. */
  alike?: Readonly<Record<string, readonly [as: string, reason: string]>>
  /** The state's name in {@link looks}; default: the whole of it. */
  stateOf?: (snapshot: AnyMachineSnapshot) => string
  /** Whose requests are under way in a state; default: all actors' that run. */
  asks?: (snapshot: AnyMachineSnapshot) => readonly string[]
  /** The faults that take turns; default: all. */
  faults?: readonly Fault[]
  /** What a browser does that comes back online, beside people: these actions see to it themselves. */
  comesOnline?: readonly string[]
  /** Milliseconds that pass at once while what fails is asked for again. Default 400. */
  hurry?: number
  /** The page's clock stands still but for what a path says. Default: it runs. */
  timeStands?: boolean
  /** After each thing that a person does a frame passes, where time stands: for what comes after it. */
  hasFrames?: boolean
  /** Milliseconds that pass each time that the page is looked at, for what is drawn frame by frame while time stands. */
  tick?: (snapshot: AnyMachineSnapshot) => number
  /** How long a person looks for a control, and for a screen to change, in milliseconds. Default 15,000. */
  patience?: number
  /** How many steps a path has at most. */
  longest?: number
  /** Which goals are shown. Default: every branch, every state, and every event that is refused. */
  wants?: (goal: string) => boolean
}

/** Presses a button, busy or not: a person does not ask whether it will be heard. */
export const press = (button: Locator): Promise<void> => button.click({ force: true })
