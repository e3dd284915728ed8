/** Tests that walk the paths of a page model through the built app with a real server. */
import type { Locator } from '@playwright/test'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { parseEventType } from '../../support/model/actor-stub.ts'
import { coverPaths, type EventPath } from '../../support/model/cover-paths.ts'
import { exploreStates } from '../../support/model/explore.ts'
import { formatState } from '../../support/model/format-value.ts'
import { runningActorIds } from '../../support/model/model.ts'
import { sampleNames } from '../../support/sampling.ts'
import { expect, test } from '../support.ts'
import { BlockedRequests } from './blocked-requests.ts'
import { REQUEST_FAULTS, type RequestFault } from './faults.ts'
import type { PageModel, PathRun } from './page-model.ts'

/** One step of a path: the event, its description, and the machine's state after the event. */
interface PathStep {
  happening: EventObject
  says: string
  fault: RequestFault | undefined
  to: AnyMachineSnapshot
}

/** Failure response that the real server sends. Other failures of the network or the service are simulated. */
export interface ServerRefusal {
  message: string
}

const isServerRefusal = (error: unknown): error is ServerRefusal =>
  typeof error === 'object' && error !== null && 'refusal' in error

/**
 * Returns whether a goal is a branch, a state or a refused event. The effects of each event in a branch are covered by the
 * machine tests.
 */
const isPageGoal = (goal: string) => /^(took|rest|refused) /.test(goal)

const STEP_TIMEOUT_MS = 15_000

const FRAME_WAIT_MS = 20

const POLL_INTERVALS_MS = [20, 40, 80, 120, 200]

export function declarePathTests(machine: string, pageModels: Readonly<Record<string, PageModel>>): void {
  const all = Object.entries(pageModels).flatMap(([title, pageModel]) =>
    planPaths(pageModel).map((path, index) => {
      const end = stateOf(pageModel, path.at(-1)!.to)
      const testName = `${title}: path ${index + 1} reaches ${end} in ${path.length} steps`
      return { testName, pageModel, path }
    }),
  )
  const names = all.map(({ testName }) => testName)
  const sampledNames = sampleNames(machine, names)
  for (const { testName, pageModel, path } of all.filter(({ testName }) => sampledNames.includes(testName)))
    test(`${machine} ${testName}`, async ({ page }) => {
      await runPath(page, pageModel, path)
    })
}

/** Returns the paths that cover a page model, as events and the states after them. */
export function planPaths(pageModel: PageModel): PathStep[][] {
  const { model, maxSteps = 14, includesGoal = isPageGoal, faults = REQUEST_FAULTS } = pageModel
  const explored = exploreStates(model)
  let faultCount = 0
  const toPathStep = (event: EventObject, to: AnyMachineSnapshot): PathStep => {
    const { kind, name } = parseEventType(event.type)
    const fault =
      kind === 'error.actor' && !isServerRefusal(readError(event)) ? faults[faultCount++ % faults.length] : undefined
    return { happening: event, to, fault, says: describeStep(pageModel, event, name, fault) }
  }
  return coverPaths(explored, { maxSteps, includesGoal }).map((path: EventPath) => {
    let current = explored.start
    return path.map((step) => {
      current = current.steps.find(({ eventIndex }) => eventIndex === step)!.to
      return toPathStep(model.events[step] as EventObject, current.snapshot)
    })
  })
}

const readError = (event: EventObject) => (event as { error?: unknown }).error

const stateOf = ({ stateOf: customStateOf }: PageModel, snapshot: AnyMachineSnapshot): string =>
  customStateOf ? customStateOf(snapshot) : formatState(snapshot.value)

/** Returns the key under which the page model has the action for an event. */
function actionKey({ requestMatchers }: PageModel, { type }: EventObject): string | undefined {
  const { kind, name } = parseEventType(type)
  if (kind === undefined) return type
  if (kind === 'after') return `${name.split('.')[0]} passes`
  return name in requestMatchers ? undefined : `${name} ${kind === 'done.actor' ? 'answers' : 'fails'}`
}

function describeStep(
  pageModel: PageModel,
  event: EventObject,
  actor: string,
  fault: RequestFault | undefined,
): string {
  const key = actionKey(pageModel, event)
  if (key !== undefined) {
    const action = pageModel.actions[key]
    if (!action) throw new Error(`Nothing says how '${key}' is done`)
    return action[0]
  }
  const error = readError(event)
  if (isServerRefusal(error)) return `'${actor}' is refused by the server`
  return fault ? `'${actor}' fails: ${fault.name}` : `the server answers '${actor}'`
}

async function runPath(page: PathRun['page'], pageModel: PageModel, path: readonly PathStep[]): Promise<void> {
  const memoized = new Map<string, Promise<unknown>>()
  let remainingSteps = [...path]
  const visit: PathRun = {
    page,
    requests: new BlockedRequests(page, pageModel.requestMatchers),
    expectedMessage: '',
    fault: undefined,
    memoize: (name, create) => {
      if (!memoized.has(name)) memoized.set(name, create())
      return memoized.get(name) as never
    },
    nextEventOf: (actor) =>
      remainingSteps.find(({ happening: event }) => {
        const { kind, name } = parseEventType(event.type)
        return kind !== undefined && name === actor
      })?.happening,
  }
  // Sets a timeout, because a step that waits indefinitely does not report what is missing.
  page.setDefaultTimeout(pageModel.timeoutMs ?? STEP_TIMEOUT_MS)
  await page.clock.install()
  await pageModel.open?.(visit)
  await visit.requests.startHolding()
  if (pageModel.isClockFrozen) await page.clock.pauseAt(Date.now() + 1000)
  const performedSteps: string[] = []
  for (const [index, step] of path.entries()) {
    remainingSteps = remainingSteps.slice(1)
    const state = stateOf(pageModel, step.to)
    performedSteps.push(step.says)
    await test.step(`${index + 1}. ${step.says}, and the page shows '${state}'`, async () => {
      visit.requests.nextSnapshot = step.to
      await performStep(pageModel, visit, step)
      await expectScreen(pageModel, visit, step.to, performedSteps)
    })
  }
  await visit.requests.release()
}

async function performStep(pageModel: PageModel, visit: PathRun, { happening: event, fault }: PathStep): Promise<void> {
  // Sets the browser online first, unless the action itself does so.
  if (visit.fault?.isOffline && !pageModel.reconnectingActions?.includes(event.type)) await goOnline(visit)
  const key = actionKey(pageModel, event)
  if (key !== undefined) {
    await pageModel.actions[key]![1](visit, event as never)
    if (pageModel.advancesFrames) await visit.page.clock.runFor(FRAME_WAIT_MS)
    return
  }
  const { kind, name } = parseEventType(event.type)
  if (kind === 'done.actor') return visit.requests.answer(name)
  const error = readError(event)
  if (isServerRefusal(error)) {
    visit.expectedMessage = error.message
    return visit.requests.answer(name)
  }
  visit.fault = fault
  visit.expectedMessage = fault!.message
  await visit.requests.fail(name, fault!)
}

export async function goOnline(visit: PathRun): Promise<void> {
  await visit.page.context().setOffline(false)
  visit.fault = undefined
}

/** Waits until the page shows only the expected state and its messages, and has exactly its pending requests. */
async function expectScreen(
  pageModel: PageModel,
  visit: PathRun,
  snapshot: AnyMachineSnapshot,
  performedSteps: readonly string[],
): Promise<void> {
  const state = stateOf(pageModel, snapshot)
  const expectedScreen = {
    looksLike: [pageModel.equivalentStates?.[state]?.[0] ?? state],
    asksFor: [...(pageModel.pendingActors?.(snapshot) ?? runningActorIds(snapshot))]
      .filter((actor) => actor in pageModel.requestMatchers)
      .sort(),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(pageModel.checks ?? {}).map(async ([name, { expected }]) => [
          name,
          await expected(snapshot, visit),
        ]),
      ),
    ),
  }
  await expect
    .poll(
      async () => {
        const screen = await readScreen(pageModel, visit)
        // Skips the delay after which the client retries a failing request.
        if (visit.requests.isFailing && !screen.looksLike.includes(expectedScreen.looksLike[0]!))
          await visit.page.clock.fastForward(pageModel.retryAdvanceMs ?? 400)
        else if (pageModel.tickMs) await visit.page.clock.runFor(pageModel.tickMs(snapshot))
        return screen
      },
      {
        timeout: pageModel.timeoutMs ?? STEP_TIMEOUT_MS,
        intervals: POLL_INTERVALS_MS,
        message: `The page should show '${state}' after:\n${performedSteps.map((stepText) => `  ${stepText}`).join('\n')}`,
      },
    )
    .toEqual(expectedScreen)
  visit.requests.settle()
}

async function readScreen(pageModel: PageModel, visit: PathRun): Promise<{ looksLike: string[]; asksFor: string[] }> {
  const visibilityByLocator = new Map<string, Promise<boolean>>()
  const isVisible = (locator: Locator) => {
    const name = locator.toString()
    if (!visibilityByLocator.has(name))
      visibilityByLocator.set(
        name,
        locator
          .filter({ visible: true })
          .count()
          .then(Boolean, () => false),
      )
    return visibilityByLocator.get(name)!
  }
  const screens = Object.entries(pageModel.screens(visit.page))
  const screenMatches = await Promise.all(
    screens.map(async ([, { visible, absent = [] }]) => {
      const [visibleResults, absentResults] = await Promise.all([
        Promise.all(visible.map(isVisible)),
        Promise.all(absent.map(isVisible)),
      ])
      return visibleResults.every(Boolean) && !absentResults.some(Boolean)
    }),
  )
  const checks = await Promise.all(
    Object.entries(pageModel.checks ?? {}).map(async ([name, { actual }]) => [
      name,
      await actual(visit).catch(() => null),
    ]),
  )
  return {
    looksLike: screens.flatMap(([name], index) => (screenMatches[index] ? [name] : [])),
    asksFor: visit.requests.actors,
    ...Object.fromEntries(checks),
  }
}
