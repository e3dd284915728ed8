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
  event: EventObject
  description: string
  fault: RequestFault | undefined
  to: AnyMachineSnapshot
}

/** Error response that the real server sends. Failures of the network and the service are simulated. */
export interface ServerRefusal {
  message: string
}

const isServerRefusal = (error: unknown): error is ServerRefusal =>
  typeof error === 'object' && error !== null && 'refusal' in error

/** Returns whether a goal is a branch, a state or a refused event. The machine tests cover the effects of each event. */
const isPageGoal = (goal: string) => /^(took|rest|refused) /.test(goal)

const STEP_TIMEOUT_MS = 15_000

const FRAME_WAIT_MS = 20

const POLL_INTERVALS_MS = [20, 40, 80, 120, 200]

export function declarePathTests(machine: string, pageModels: Readonly<Record<string, PageModel>>): void {
  const pathTests = Object.entries(pageModels).flatMap(([title, pageModel]) =>
    planPaths(pageModel).map((path, index) => {
      const end = stateOf(pageModel, path.at(-1)!.to)
      const testName = `${title}: path ${index + 1} reaches ${end} in ${path.length} steps`
      return { testName, pageModel, path }
    }),
  )
  const names = pathTests.map(({ testName }) => testName)
  const sampledNames = sampleNames(machine, names)
  for (const { testName, pageModel, path } of pathTests.filter(({ testName }) => sampledNames.includes(testName)))
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
    return { event, to, fault, description: describeStep(pageModel, event, name, fault) }
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
  if (kind === 'after') return `${name.split('.')[0]} elapses`
  return name in requestMatchers ? undefined : `${name} ${kind === 'done.actor' ? 'succeeds' : 'fails'}`
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
    if (!action) throw new Error(`The page model has no action '${key}'`)
    return action[0]
  }
  const error = readError(event)
  if (isServerRefusal(error)) return `'${actor}' is refused by the server`
  return fault ? `'${actor}' fails: ${fault.name}` : `the server responds to '${actor}'`
}

async function runPath(page: PathRun['page'], pageModel: PageModel, path: readonly PathStep[]): Promise<void> {
  const memoized = new Map<string, Promise<unknown>>()
  let remainingSteps = [...path]
  const run: PathRun = {
    page,
    requests: new BlockedRequests(page, pageModel.requestMatchers),
    expectedMessage: '',
    fault: undefined,
    memoize: (name, create) => {
      if (!memoized.has(name)) memoized.set(name, create())
      return memoized.get(name) as never
    },
    nextEventOf: (actor) =>
      remainingSteps.find(({ event }) => {
        const { kind, name } = parseEventType(event.type)
        return kind !== undefined && name === actor
      })?.event,
  }
  // Sets a timeout, because a step that waits indefinitely does not report what is missing.
  page.setDefaultTimeout(pageModel.timeoutMs ?? STEP_TIMEOUT_MS)
  await page.clock.install()
  await pageModel.open?.(run)
  await run.requests.startBlocking()
  if (pageModel.isClockFrozen) await page.clock.pauseAt(Date.now() + 1000)
  const performedSteps: string[] = []
  for (const [index, step] of path.entries()) {
    remainingSteps = remainingSteps.slice(1)
    const state = stateOf(pageModel, step.to)
    performedSteps.push(step.description)
    await test.step(`${index + 1}. ${step.description}, and the page shows '${state}'`, async () => {
      run.requests.nextSnapshot = step.to
      await performStep(pageModel, run, step)
      await expectScreen(pageModel, run, step.to, performedSteps)
    })
  }
  await run.requests.release()
}

async function performStep(pageModel: PageModel, run: PathRun, { event, fault }: PathStep): Promise<void> {
  // Sets the browser online first, unless the action itself does so.
  if (run.fault?.isOffline && !pageModel.reconnectingActions?.includes(event.type)) await goOnline(run)
  const key = actionKey(pageModel, event)
  if (key !== undefined) {
    await pageModel.actions[key]![1](run, event as never)
    if (pageModel.advancesFrames) await run.page.clock.runFor(FRAME_WAIT_MS)
    return
  }
  const { kind, name } = parseEventType(event.type)
  if (kind === 'done.actor') return run.requests.forward(name)
  const error = readError(event)
  if (isServerRefusal(error)) {
    run.expectedMessage = error.message
    return run.requests.forward(name)
  }
  run.fault = fault
  run.expectedMessage = fault!.message
  await run.requests.fail(name, fault!)
}

export async function goOnline(run: PathRun): Promise<void> {
  await run.page.context().setOffline(false)
  run.fault = undefined
}

/** Waits until the page shows the expected state and values, and exactly the expected requests are pending. */
async function expectScreen(
  pageModel: PageModel,
  run: PathRun,
  snapshot: AnyMachineSnapshot,
  performedSteps: readonly string[],
): Promise<void> {
  const state = stateOf(pageModel, snapshot)
  const expectedScreen = {
    visibleStates: [pageModel.equivalentStates?.[state]?.[0] ?? state],
    pendingActors: [...(pageModel.pendingActors?.(snapshot) ?? runningActorIds(snapshot))]
      .filter((actor) => actor in pageModel.requestMatchers)
      .sort(),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(pageModel.checks ?? {}).map(async ([name, { expected }]) => [
          name,
          await expected(snapshot, run),
        ]),
      ),
    ),
  }
  await expect
    .poll(
      async () => {
        const screen = await readScreen(pageModel, run)
        // Skips the delay after which the client retries a failing request.
        if (run.requests.isFailing && !screen.visibleStates.includes(expectedScreen.visibleStates[0]!))
          await run.page.clock.fastForward(pageModel.retryAdvanceMs ?? 400)
        else if (pageModel.tickMs) await run.page.clock.runFor(pageModel.tickMs(snapshot))
        return screen
      },
      {
        timeout: pageModel.timeoutMs ?? STEP_TIMEOUT_MS,
        intervals: POLL_INTERVALS_MS,
        message: `The page should show '${state}' after:\n${performedSteps.map((stepText) => `  ${stepText}`).join('\n')}`,
      },
    )
    .toEqual(expectedScreen)
  run.requests.settle()
}

async function readScreen(
  pageModel: PageModel,
  run: PathRun,
): Promise<{ visibleStates: string[]; pendingActors: string[] }> {
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
  const screens = Object.entries(pageModel.screens(run.page))
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
      await actual(run).catch(() => null),
    ]),
  )
  return {
    visibleStates: screens.flatMap(([name], index) => (screenMatches[index] ? [name] : [])),
    pendingActors: run.requests.actors,
    ...Object.fromEntries(checks),
  }
}
