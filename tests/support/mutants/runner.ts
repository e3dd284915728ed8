import { appendFileSync } from 'node:fs'
import { type File, type Suite, startTests, type Test } from '@vitest/runner'
import { TestRunner } from 'vitest'

/** Globals that instrumented code reads and writes. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

/** Result of one test: a line of the file named by `MUTANTS_FOUND`. */
export interface TestFindings {
  test: string
  covered: string[]
  killed: string[]
  /**
   * Mutants with which the test failed, and after which the test also failed without a mutant. Either the mutant broke something
   * permanently, or the test is not repeatable.
   */
  uncertain: string[]
  /** Mutants reached only while modules load, and skipped. */
  skipped: string[]
  /** Only in the result of a whole file: tests that failed without a mutant, or the file itself if it could not be loaded. */
  failed?: string[]
}

const { getTestFn, getSuiteHooks } = TestRunner
let currentTestId: string | undefined
/** Number of times that instrumented code has run since the start of a try, and the maximum of the try. */
let [stepCount, stepLimit] = [0, Number.POSITIVE_INFINITY]
const switches: Switches = {
  // Instrumented code reads the test in every step. The hit limit misses a loop that is endless because of a mutant before it.
  get currentTestId() {
    stepCount += 1
    if (stepCount > stepLimit) throw new Error('The mutant causes an endless loop.')
    return currentTestId
  },
  set currentTestId(id) {
    currentTestId = id
  },
}
Object.assign(globalThis, { __stryker__: switches })
const killedIds: Set<string> = new Set()
/** Tests that passed without a mutant. After the first failure no result counts, and no more mutants are tried. */
const passedTestIds: Set<string> = new Set()
let isBroken = false
let hasTriedMutants = false
// Saved before a test installs fake timers.
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)
/** Maximum number of hits of a mutant, and of steps of a try, as a multiple of the usual number. More count as an endless loop. */
const MAX_HIT_FACTOR = 200
/** Base timeout of a try with a mutant, in milliseconds. Each try has five times the usual duration of the test in addition. */
const TIMEOUT_MS = 1_000
/** Timeout of a repeated run without a mutant, in milliseconds. */
const UNCHANGED_TIMEOUT_MS = 20_000

/** Runs each test once without a mutant, and then once for each mutant that it reaches and that no earlier test killed. */
// biome-ignore lint/style/noDefaultExport: required by Vitest
export default class MutantRunner extends TestRunner {
  private readonly cleanups: (() => unknown)[] = []
  /** Mutants that a single test cannot decide: reached at load time, or with an uncertain result. */
  private readonly undecidedIds: Set<string> = new Set()

  onBeforeCollect(): void {
    // Loads the modules again for each file, to record the code that runs at load time and to discard changes by earlier mutants.
    forgetModules()
    switches.currentTestId = undefined
    this.undecidedIds.clear()
    switches.mutantCoverage = { static: {}, perTest: {} }
  }

  override async onAfterRunFiles(files?: File[]): Promise<void> {
    super.onAfterRunFiles()
    for (const id of Object.keys(switches.mutantCoverage?.static ?? {})) this.undecidedIds.add(id)
    const file = files![0]!
    const failedTests = listFailures(file)
    const findings: TestFindings = {
      test: file.name,
      covered: [],
      killed: [],
      uncertain: [],
      skipped: [],
      failed: failedTests,
    }
    if (failedTests.length > 0) isBroken = true
    if (isBroken) return appendFindings(findings)
    for (const test of listTests(file))
      if (test.result?.state === 'fail')
        for (const id of Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {})) this.undecidedIds.add(id)
    const open = [...this.undecidedIds].filter((id) => !killedIds.has(id))
    if (process.env['MUTANTS_SKIP_LOADING']) return appendFindings({ ...findings, skipped: open })
    // Leftovers of earlier mutants can fail the file once or permanently. Mutants that cannot be tried count as survived.
    const passesUnchanged =
      open.length === 0 || (await this.passesAfterReload(file)) || (await this.passesAfterReload(file))
    if (!passesUnchanged) return appendFindings({ ...findings, covered: open, uncertain: open })
    for (const id of open) {
      switches.activeMutant = id
      const passes = (await this.passesAfterReload(file)) || (await this.passesAfterReload(file))
      switches.activeMutant = undefined
      findings.covered.push(id)
      if (passes) continue
      killedIds.add(id)
      findings.killed.push(id)
    }
    appendFindings(findings)
  }

  /** Returns whether a whole file passes with its modules loaded again. */
  private async passesAfterReload(file: File): Promise<boolean> {
    forgetModules()
    const runner = new QuietRunner({ ...this.config, testTimeout: 20_000, hookTimeout: 20_000 })
    const { moduleRunner, _otel, trace } = this as unknown as Record<string, unknown>
    Object.assign(runner, { moduleRunner, _otel, trace })
    const [again] = await startTests([file.filepath], runner).catch(() => [undefined])
    return (
      again !== undefined &&
      again.result?.state !== 'fail' &&
      listTests(again).every(({ result }) => result?.state !== 'fail')
    )
  }

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test)
    switches.currentTestId = test.id
  }

  async runTask(test: Test): Promise<void> {
    const startTime = now()
    stepCount = 0
    await this.runUnchanged(test)
    const usualStepCount = stepCount
    // The first run may include warm-up and excludes the hooks, so each later run without a mutant replaces the duration.
    let usualMs = now() - startTime
    switches.currentTestId = undefined
    const hits = isBroken ? {} : (switches.mutantCoverage?.perTest[test.id] ?? {})
    const findings: TestFindings = {
      test: `${test.file.name} > ${test.name}`,
      covered: Object.keys(hits),
      killed: [],
      uncertain: [],
      skipped: [],
    }
    const passesUnchanged = async () => {
      const startTime = now()
      const passes = await this.passesInTime(test, UNCHANGED_TIMEOUT_MS)
      if (passes) usualMs = now() - startTime
      return passes
    }
    const passesWith = async (id: string, count: number) => {
      hasTriedMutants = true
      Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: count * MAX_HIT_FACTOR })
      ;[stepCount, stepLimit] = [0, usualStepCount * MAX_HIT_FACTOR]
      const passes = await this.passesInTime(test, TIMEOUT_MS + 5 * usualMs)
      stepLimit = Number.POSITIVE_INFINITY
      Object.assign(switches, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
      return passes
    }
    for (const [id, count] of Object.entries(hits)) {
      if (killedIds.has(id) || (await passesWith(id, count))) continue
      if (!(await passesUnchanged())) {
        findings.uncertain.push(id)
        this.undecidedIds.add(id)
        // If the test passes now, the effect was temporary. Otherwise, no more mutants are tried with this test.
        if (await passesUnchanged()) continue
        break
      }
      // Leftovers of an earlier mutant may have failed the test. The test has now passed without a mutant, so a second failure
      // with the mutant kills the mutant.
      if (await passesWith(id, count)) continue
      killedIds.add(id)
      findings.killed.push(id)
    }
    appendFindings(findings)
  }

  /** Runs the test without a mutant, as Vitest would. A test that fails after mutants of another test runs again. */
  private async runUnchanged(test: Test) {
    try {
      await getTestFn(test)()
    } catch (error) {
      // A test that skips itself while it runs has not failed.
      if ((error as { code?: string }).code === 'VITEST_PENDING') throw error
      // Work that a mutant left running may have failed the test.
      if (!hasTriedMutants || !(await this.passesInTime(test, UNCHANGED_TIMEOUT_MS))) {
        isBroken = true
        throw error
      }
    }
    passedTestIds.add(test.id)
  }

  /** Runs the test with its hooks again and returns whether it passes in time. */
  private async passesInTime(test: Test, timeoutMs: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timedOut = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    const passes = await Promise.race([this.passes(test), timedOut])
    clearTimeout(timer)
    return passes
  }

  private async passes(test: Test): Promise<boolean> {
    const suites = listSuites(test)
    await this.runAfterHooks(test, suites)
    super.onBeforeTryTask(test)
    // Discards the promise assertions of earlier tries, because Vitest awaits all of them.
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

  /** Runs the after-hooks of the previous try and ignores their errors. Vitest runs the after-hooks of the last try. */
  private async runAfterHooks(test: Test, suites: readonly Suite[]) {
    const hooks = [...suites]
      .reverse()
      .flatMap((suite) => [...getSuiteHooks(suite).afterEach].reverse().map((hook) => () => hook(test.context, suite)))
    const finished = ((test as TestWithFinished).onFinished?.splice(0).reverse() ?? []).map(
      (hook) => () => hook(test.context),
    )
    for (const run of [...hooks, ...this.cleanups.splice(0).reverse(), ...finished])
      try {
        await run()
      } catch {}
  }
}

/** Callbacks of `onTestFinished`, which Vitest's types do not expose. */
type TestWithFinished = Test & { onFinished?: ((context: Test['context']) => unknown)[] }

/** Runner that stops at the first failure and reports nothing. */
class QuietRunner extends TestRunner {
  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') super.cancel('test-failure')
  }

  override async onAfterRunSuite(): Promise<void> {}
}

const appendFindings = (findings: TestFindings) =>
  appendFileSync(process.env['MUTANTS_FOUND']!, `${JSON.stringify(findings)}\n`)

/** Invalidates the project's own modules, so that the next import loads them again. */
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

const listTests = (suite: Suite): Test[] =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? listTests(task) : [task]))

/** Returns the tests that failed without a mutant, or the file if the file has no tests or could not be loaded. */
function listFailures(file: File): string[] {
  const tests = listTests(file)
  if (tests.length === 0) return [file.name]
  const isDue = (test: Test) => test.mode === 'run' || listSuites(test).some(({ result }) => result?.errors?.length)
  return tests.filter((test) => !passedTestIds.has(test.id) && isDue(test)).map(({ name }) => `${file.name} > ${name}`)
}

/** Returns the suites around a test, the file first. */
function listSuites(test: Test): Suite[] {
  const suites: Suite[] = []
  for (let suite: Suite | undefined = test.suite ?? test.file; suite; suite = suite.suite) suites.unshift(suite)
  if (suites[0] !== test.file) suites.unshift(test.file)
  return suites
}
