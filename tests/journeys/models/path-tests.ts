/** Walks the paths of a page model through the built app with a real server. */
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

/** One step of a path: the event, its description, and the state of the machine afterwards. */
interface PathStep {
  happening: EventObject
  says: string
  fault: RequestFault | undefined
  to: AnyMachineSnapshot
}

/** A failure response of the real server. Other failures are simulated faults of the network or service. */
export interface ServerRefusal {
  /** Message the page shows for it. */
  message: string
}

const isServerRefusal = (error: unknown): error is ServerRefusal =>
  typeof error === 'object' && error !== null && 'refusal' in error

/** Returns whether a goal is a branch, state or refused event. The machine tests cover the effects of each event in a branch. */
const isPageGoal = (goal: string) => /^(took|rest|refused) /.test(goal)

/** Timeout for finding a control, in milliseconds. */
const STEP_TIMEOUT_MS = 15_000

/** Time for a frame to be rendered, in milliseconds. */
const FRAME_WAIT_MS = 20

/** Polling intervals for the screen, in milliseconds. */
const POLL_INTERVALS_MS = [20, 40, 80, 120, 200]

/** An ordinary run walks one in this many paths of a machine, chosen by commit. A soak run walks all. */
const SAMPLE_ONE_IN = 6

/** Creates one test for each chosen path of a machine's page models. */
export function declarePathTests(machine: string, pageModels: Readonly<Record<string, PageModel>>): void {
  const all = Object.entries(pageModels).flatMap(([title, pageModel]) =>
    planPaths(pageModel).map((path, index) => {
      const end = stateOf(pageModel, path.at(-1)!.to)
      const testName = `${title}: path ${index + 1} reaches ${end} in ${path.length} steps`
      return { testName, pageModel, path }
    }),
  )
  const names = all.map(({ testName }) => testName)
  const sampledNames = sampleNames(machine, names, Math.ceil(all.length / SAMPLE_ONE_IN))
  for (const { testName, pageModel, path } of all.filter(({ testName }) => sampledNames.includes(testName)))
    test(`${machine} ${testName}`, async ({ page }) => {
      await runPath(page, pageModel, path)
    })
}

/** Returns the paths that cover a page model, as events and the states they lead to. */
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

/** Returns the key of an action in the page model. */
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
  // Steps fail early, because a step that waits indefinitely reports no reason.
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

/** Performs one step: as a user action, a server response or a simulated failure. */
async function performStep(pageModel: PageModel, visit: PathRun, { happening: event, fault }: PathStep): Promise<void> {
  // Brings the browser online first, unless the action itself does that.
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

/** Brings the browser back online. */
export async function goOnline(visit: PathRun): Promise<void> {
  await visit.page.context().setOffline(false)
  visit.fault = undefined
}

/** Waits until the page looks only like the given state, has its pending requests and shows its messages. */
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
        // Skips the delay before a failing request is retried.
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

/** Reads everything from the screen that the page model describes. */
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
