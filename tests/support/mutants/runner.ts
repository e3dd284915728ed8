import { appendFileSync } from 'node:fs'
import { type File, type Suite, startTests, type Test } from '@vitest/runner'
import { TestRunner } from 'vitest'

/** What instrumented code asks and tells. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

/** What one test found out, a line of the file named by `MUTANTS_FOUND`. */
export interface Found {
  test: string
  reached: string[]
  noticed: string[]
  /** It failed on these, and then without them too: they broke something for good, or the test cannot be repeated. */
  unsure: string[]
  /** Reached only while modules load, and left. */
  untried: string[]
  /** Of a file's line: tests that did not pass as they are, or the file itself where it could not be loaded. */
  failed?: string[]
}

const { getTestFn, getSuiteHooks } = TestRunner
const switches: Switches = {}
Object.assign(globalThis, { __stryker__: switches })
const noticed: Set<string> = new Set()
/** Tests that passed as they are; once one did not, nothing that is found counts, and nothing more is tried. */
const passed: Set<string> = new Set()
let isBroken = false
// Kept before a test puts a clock of its own in their place.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)
/** How many times as often as usual a piece of code may be reached before it counts as going round for ever. */
const ROUNDS = 200
/** How long a test may take, in milliseconds and five times as long as usual, before it counts as waiting for ever. */
const PATIENCE = 1_000

/** Runs each test once as it is, and then once for each mutant that it reaches and no test before it noticed. */
// biome-ignore lint/style/noDefaultExport: Vitest asks for it
export default class MutantRunner extends TestRunner {
  private readonly cleanups: (() => unknown)[] = []
  /** Those that a test cannot answer for as it stands: made while modules load, or in doubt. */
  private readonly left: Set<string> = new Set()

  onBeforeCollect(): void {
    // The next file loads its modules anew, so that it shows what they do while they load, whatever a mutant left in them.
    forgetModules()
    switches.currentTestId = undefined
    this.left.clear()
    switches.mutantCoverage = { static: {}, perTest: {} }
  }

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    super.onAfterRunFiles()
    for (const id of Object.keys(switches.mutantCoverage?.static ?? {})) this.left.add(id)
    const file = files![0]!
    const failed = failedIn(file)
    const found: Found = { test: file.name, reached: [], noticed: [], unsure: [], untried: [], failed }
    if (failed.length > 0) isBroken = true
    if (isBroken) return tell(found)
    for (const test of testsOf(file))
      if (test.result?.state === 'fail')
        for (const id of Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {})) this.left.add(id)
    const open = [...this.left].filter((id) => !noticed.has(id))
    if (process.env['MUTANTS_SKIP_LOADING']) return tell({ ...found, untried: open })
    // What mutants left running may fail it once, or for good: those that cannot be tried then count as not noticed.
    const isFit = open.length === 0 || (await this.passesAnew(file)) || (await this.passesAnew(file))
    if (!isFit) return tell({ ...found, reached: open, unsure: open })
    for (const id of open) {
      switches.activeMutant = id
      const passes = (await this.passesAnew(file)) || (await this.passesAnew(file))
      switches.activeMutant = undefined
      found.reached.push(id)
      if (passes) continue
      noticed.add(id)
      found.noticed.push(id)
    }
    tell(found)
  }

  /** Whether a whole file passes with its modules loaded anew. */
  private async passesAnew(file: File): Promise<boolean> {
    forgetModules()
    const runner = new QuietRunner({ ...this.config, testTimeout: 20_000, hookTimeout: 20_000 })
    const { moduleRunner, _otel, trace } = this as unknown as Record<string, unknown>
    Object.assign(runner, { moduleRunner, _otel, trace })
    const [again] = await startTests([file.filepath], runner).catch(() => [undefined])
    return (
      again !== undefined &&
      again.result?.state !== 'fail' &&
      testsOf(again).every(({ result }) => result?.state !== 'fail')
    )
  }

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test)
    switches.currentTestId = test.id
  }

  async runTask(test: Test): Promise<void> {
    const began = now()
    await this.asItIs(test)
    const usual = now() - began
    switches.currentTestId = undefined
    const hits = isBroken ? {} : (switches.mutantCoverage?.perTest[test.id] ?? {})
    const found: Found = {
      test: `${test.file.name} > ${test.name}`,
      reached: Object.keys(hits),
      noticed: [],
      unsure: [],
      untried: [],
    }
    const again = () => this.tryAgain(test, PATIENCE + 5 * usual)
    const passesWith = async (id: string, count: number) => {
      Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: count * ROUNDS })
      const passes = await again()
      Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      return passes
    }
    for (const [id, count] of Object.entries(hits)) {
      if (noticed.has(id) || (await passesWith(id, count))) continue
      if (!(await again())) {
        found.unsure.push(id)
        this.left.add(id)
        // It may be over by now; what is broken for good ends the test.
        if (await again()) continue
        break
      }
      // What the mutant before left running may have failed the test, and not this one: right after a try that passed it shows.
      if (await passesWith(id, count)) continue
      noticed.add(id)
      found.noticed.push(id)
    }
    tell(found)
  }

  /** The test without any mutant, as Vitest would run it. */
  private async asItIs(test: Test) {
    try {
      await getTestFn(test)()
      passed.add(test.id)
    } catch (error) {
      // One that leaves itself out while it runs has not failed.
      if ((error as { code?: string }).code !== 'VITEST_PENDING') isBroken = true
      throw error
    }
  }

  /** The test with all that surrounds it, once more: whether it passes, in time. */
  private async tryAgain(test: Test, patience: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<false>((done) => {
      timer = setTimeout(done, patience, false)
    })
    const passes = await Promise.race([this.passes(test), late])
    clearTimeout(timer)
    return passes
  }

  private async passes(test: Test): Promise<boolean> {
    const suites = suitesOf(test)
    await this.windUp(test, suites)
    super.onBeforeTryTask(test)
    // Vitest awaits here all that was ever expected of promises, those of the tries before too.
    test.promises = []
    try {
      for (const suite of suites)
        for (const hook of getSuiteHooks(suite).beforeEach) {
          const cleanup = await hook(test.context, suite)
          if (typeof cleanup === 'function') this.cleanups.push(cleanup as () => unknown)
        }
      await getTestFn(test)()
      return true
    } catch {
      return false
    }
  }

  /** What follows the try before, so that the last is left to what follows every test. Its own faults are nobody's. */
  private async windUp(test: Test, suites: readonly Suite[]) {
    const hooks = [...suites]
      .reverse()
      .flatMap((suite) => [...getSuiteHooks(suite).afterEach].reverse().map((hook) => () => hook(test.context, suite)))
    const finished = ((test as WithFinished).onFinished?.splice(0).reverse() ?? []).map(
      (hook) => () => hook(test.context),
    )
    for (const run of [...hooks, ...this.cleanups.splice(0).reverse(), ...finished])
      try {
        await run()
      } catch {}
  }
}

/** What `onTestFinished` was given while the test ran; no type of Vitest's tells of it. */
type WithFinished = Test & { onFinished?: ((context: Test['context']) => unknown)[] }

/** Stops at the first failure, and tells nobody. */
class QuietRunner extends TestRunner {
  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') super.cancel('test-failure')
  }

  override async onAfterRunSuite(): Promise<void> {}
}

const tell = (found: Found) => appendFileSync(process.env['MUTANTS_FOUND']!, `${JSON.stringify(found)}\n`)

/** Modules of our own are loaded anew when they are next asked for. */
function forgetModules() {
  const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: Worker }).__vitest_worker__
  for (const node of evaluatedModules.idToModuleMap.values())
    if (node.file.startsWith(process.cwd()) && !/node_modules|support\/mutants/.test(node.file))
      evaluatedModules.invalidateModule(node)
}

interface Worker {
  evaluatedModules: {
    idToModuleMap: Map<string, { file: string }>
    invalidateModule(node: { file: string }): void
  }
}

const testsOf = (suite: Suite): Test[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]))

/** What of a file did not pass as it is: tests, and the file where it holds none or could not be loaded. */
function failedIn(file: File): string[] {
  const tests = testsOf(file)
  if (tests.length === 0) return [file.name]
  const isDue = (test: Test) => test.mode === 'run' || suitesOf(test).some(({ result }) => result?.errors?.length)
  return tests.filter((test) => !passed.has(test.id) && isDue(test)).map(({ name }) => `${file.name} > ${name}`)
}

/** The suites that a test stands in, the file first. */
function suitesOf(test: Test): Suite[] {
  const suites: Suite[] = []
  for (let suite: Suite | undefined = test.suite ?? test.file; suite; suite = suite.suite) suites.unshift(suite)
  if (suites[0] !== test.file) suites.unshift(test.file)
  return suites
}
