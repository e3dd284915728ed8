/** Walks the paths of a page model through the built app, with a real server behind it. */
import type { Locator } from '@playwright/test'
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import { drawn } from '../../support/drawn.ts'
import { cover, type Path } from '../../support/model/cover.ts'
import { writtenState } from '../../support/model/describe.ts'
import { explore } from '../../support/model/explore.ts'
import { runningIn } from '../../support/model/model.ts'
import { readHappening } from '../../support/model/stand-in.ts'
import { expect, test } from '../support.ts'
import { FAULTS, type Fault } from './faults.ts'
import { HeldRequests } from './held-requests.ts'
import type { PageModel, Visit } from './page-model.ts'

/** One step of a path: what happens, how it is told, and where the machine is then. */
interface Stride {
  happening: EventObject
  says: string
  fault: Fault | undefined
  to: AnyMachineSnapshot
}

/** A failure that the server itself is brought to; any other is a fault of the network or the service. */
export interface Refusal {
  /** What the page says of it. */
  refusal: string
}

const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refusal' in error

/** Branches, states, refusals; what each happening brings about in a branch is the record's to show. */
const isShownByPages = (goal: string) => /^(took|rest|refused) /.test(goal)

/** How long a person looks for a control, in milliseconds. */
const STEP_MS = 15_000

/** A frame, and what waits for it to be on the screen, in milliseconds. */
const FRAME_MS = 20

/** How often the screen is looked at, in milliseconds. */
const INTERVALS = [20, 40, 80, 120, 200]

/** One of so many paths of a machine is walked in an ordinary run, by the commit; all of them in a soak. */
const ONE_OF = 6

/** Makes the tests of a machine's page models: one for each path that is drawn. */
export function walksPaths(machine: string, pageModels: Readonly<Record<string, PageModel>>): void {
  const all = Object.entries(pageModels).flatMap(([title, pageModel]) =>
    stridesOf(pageModel).map((path, index) => {
      const end = stateOf(pageModel, path.at(-1)!.to)
      const named = `${title}, path ${index + 1} goes in ${path.length} steps to ${end}`
      return { named, pageModel, path }
    }),
  )
  const names = all.map(({ named }) => named)
  const chosen = drawn(machine, names, Math.ceil(all.length / ONE_OF))
  for (const { named, pageModel, path } of all.filter(({ named }) => chosen.includes(named)))
    test(`${machine} ${named}`, async ({ page }) => {
      await walk(page, pageModel, path)
    })
}

/** The paths that cover a page model, as what happens and where that leads. */
export function stridesOf(pageModel: PageModel): Stride[][] {
  const { model, longest = 14, wants = isShownByPages, faults = FAULTS } = pageModel
  const explored = explore(model)
  let struck = 0
  const strideOf = (happening: EventObject, to: AnyMachineSnapshot): Stride => {
    const { kind, name } = readHappening(happening.type)
    const fault =
      kind === 'error.actor' && !isRefusal(errorOf(happening)) ? faults[struck++ % faults.length] : undefined
    return { happening, to, fault, says: sentenceOf(pageModel, happening, name, fault) }
  }
  return cover(explored, { longest, wants }).map((path: Path) => {
    let here = explored.start
    return path.map((step) => {
      here = here.steps.find(({ happening }) => happening === step)!.to
      return strideOf(model.happenings[step] as EventObject, here.snapshot)
    })
  })
}

const errorOf = (happening: EventObject) => (happening as { error?: unknown }).error

const stateOf = ({ stateOf: given }: PageModel, snapshot: AnyMachineSnapshot): string =>
  given ? given(snapshot) : writtenState(snapshot.value)

/** Under which name an action stands. */
function actionOf({ outcomes }: PageModel, { type }: EventObject): string | undefined {
  const { kind, name } = readHappening(type)
  if (kind === undefined) return type
  if (kind === 'after') return `${name.split('.')[0]} passes`
  return name in outcomes ? undefined : `${name} ${kind === 'done.actor' ? 'answers' : 'fails'}`
}

function sentenceOf(pageModel: PageModel, happening: EventObject, actor: string, fault: Fault | undefined): string {
  const key = actionOf(pageModel, happening)
  if (key !== undefined) {
    const action = pageModel.actions[key]
    if (!action) throw new Error(`Nothing says how '${key}' is done`)
    return action[0]
  }
  const error = errorOf(happening)
  if (isRefusal(error)) return `'${actor}' is refused by the server`
  return fault ? `'${actor}' fails: ${fault.name}` : `the server answers '${actor}'`
}

async function walk(page: Visit['page'], pageModel: PageModel, path: readonly Stride[]): Promise<void> {
  const kept = new Map<string, Promise<unknown>>()
  let rest = [...path]
  const visit: Visit = {
    page,
    requests: new HeldRequests(page, pageModel.outcomes),
    said: '',
    fault: undefined,
    own: (name, make) => {
      if (!kept.has(name)) kept.set(name, make())
      return kept.get(name) as never
    },
    ahead: (actor) =>
      rest.find(({ happening }) => {
        const { kind, name } = readHappening(happening.type)
        return kind !== undefined && name === actor
      })?.happening,
  }
  // What is not there soon is not there: a step that waits for ever tells nothing.
  page.setDefaultTimeout(pageModel.patience ?? STEP_MS)
  await page.clock.install()
  await pageModel.open?.(visit)
  await visit.requests.begin()
  if (pageModel.timeStands) await page.clock.pauseAt(Date.now() + 1000)
  const way: string[] = []
  for (const [index, stride] of path.entries()) {
    rest = rest.slice(1)
    const state = stateOf(pageModel, stride.to)
    way.push(stride.says)
    await test.step(`${index + 1}. ${stride.says}, and the page shows '${state}'`, async () => {
      visit.requests.now = stride.to
      await happens(pageModel, visit, stride)
      await shows(pageModel, visit, stride.to, way)
    })
  }
  await visit.requests.release()
}

/** Lets one thing happen: as the person does it, as the server answers it, or as the network fails it. */
async function happens(pageModel: PageModel, visit: Visit, { happening, fault }: Stride): Promise<void> {
  // Back online first, unless the action itself is that.
  if (visit.fault?.isOffline && !pageModel.comesOnline?.includes(happening.type)) await online(visit)
  const key = actionOf(pageModel, happening)
  if (key !== undefined) {
    await pageModel.actions[key]![1](visit, happening as never)
    if (pageModel.hasFrames) await visit.page.clock.runFor(FRAME_MS)
    return
  }
  const { kind, name } = readHappening(happening.type)
  if (kind === 'done.actor') return visit.requests.answer(name)
  const error = errorOf(happening)
  if (isRefusal(error)) {
    visit.said = error.refusal
    return visit.requests.answer(name)
  }
  visit.fault = fault
  visit.said = fault!.says
  await visit.requests.fail(name, fault!)
}

/** Brings the browser back online. */
export async function online(visit: Visit): Promise<void> {
  await visit.page.context().setOffline(false)
  visit.fault = undefined
}

/** Waits until the page looks like its state and like no other, asks for what the state asks for, and says what it should. */
async function shows(
  pageModel: PageModel,
  visit: Visit,
  snapshot: AnyMachineSnapshot,
  way: readonly string[],
): Promise<void> {
  const state = stateOf(pageModel, snapshot)
  const wanted = {
    looksLike: [pageModel.alike?.[state]?.[0] ?? state],
    asksFor: [...(pageModel.asks?.(snapshot) ?? runningIn(snapshot))]
      .filter((actor) => actor in pageModel.outcomes)
      .sort(),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(pageModel.signs ?? {}).map(async ([name, { wanted }]) => [name, await wanted(snapshot, visit)]),
      ),
    ),
  }
  await expect
    .poll(
      async () => {
        const now = await seen(pageModel, visit)
        // What fails is asked for again after a while, which need not be waited for.
        if (visit.requests.isFailing && !now.looksLike.includes(wanted.looksLike[0]!))
          await visit.page.clock.fastForward(pageModel.hurry ?? 400)
        else if (pageModel.tick) await visit.page.clock.runFor(pageModel.tick(snapshot))
        return now
      },
      {
        timeout: pageModel.patience ?? STEP_MS,
        intervals: INTERVALS,
        message: `The page should show '${state}' after:\n${way.map((says) => `  ${says}`).join('\n')}`,
      },
    )
    .toEqual(wanted)
  visit.requests.settle()
}

/** Everything that a page model can tell of the screen as it is. */
async function seen(pageModel: PageModel, visit: Visit): Promise<{ looksLike: string[]; asksFor: string[] }> {
  const known = new Map<string, Promise<boolean>>()
  const isThere = (locator: Locator) => {
    const name = locator.toString()
    if (!known.has(name))
      known.set(
        name,
        locator
          .filter({ visible: true })
          .count()
          .then(Boolean, () => false),
      )
    return known.get(name)!
  }
  const looks = Object.entries(pageModel.looks(visit.page))
  const fit = await Promise.all(
    looks.map(async ([, { shows, lacks = [] }]) => {
      const [there, away] = await Promise.all([Promise.all(shows.map(isThere)), Promise.all(lacks.map(isThere))])
      return there.every(Boolean) && !away.some(Boolean)
    }),
  )
  const signs = await Promise.all(
    Object.entries(pageModel.signs ?? {}).map(async ([name, { seen }]) => [name, await seen(visit).catch(() => null)]),
  )
  return {
    looksLike: looks.flatMap(([name], index) => (fit[index] ? [name] : [])),
    asksFor: visit.requests.actors,
    ...Object.fromEntries(signs),
  }
}
