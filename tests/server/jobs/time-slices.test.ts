import { expect, test, vi } from 'vitest'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import { createJobQueue, LONG_JOB_SETUP_MS, LONG_JOB_SLICE_MS } from '../../../server/jobs/job-queue.ts'
import { describeOnBothStores, insertMetaRow, SOON } from '../../support/test-queue.ts'

describeOnBothStores((queue) => {
  const createOwners = (...names: string[]) =>
    Promise.all(names.map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id))
  const addImport = (importId: string, owner: string) => {
    const now = queue().server.deps.now()
    return enqueueJob(queue().db, { kind: 'import', key: importId, payload: { importId }, owner, now })
  }
  const statusOf = async ({ id }: { id: string }) => (await queue().readRow(id)).status

  test('long-running jobs never occupy all slots: one stays free for other jobs', async () => {
    const owners = await createOwners('a', 'b', 'c')
    await addImport('first', owners[0]!)
    await addImport('second', owners[1]!)
    const { db, log, now } = queue().server.deps
    const jobs = createJobQueue({ db, now, log, slots: 2, url: queue().url })
    let starts = 0
    await jobs.start({
      import: {
        perform() {
          starts += 1
          return new Promise(() => {})
        },
      },
      icon: { perform: async ({ key }) => insertMetaRow(key) },
    })
    await vi.waitFor(() => expect(starts).toBeGreaterThan(0), SOON)
    const icon = await queue().add('icon', owners[2])
    jobs.wake()
    await jobs.waitForJob(icon.id, 50_000)
    expect(await statusOf(icon)).toBe('done')
    expect(starts).toBe(1)
    await jobs.stop(0)
  })

  test('a small import gets the slot after one time slice of another owner’s large import, which resumes', async () => {
    const owners = await createOwners('a', 'b')
    const order: string[] = []
    let isLargeOver = false
    const { db, log, now } = queue().server.deps
    const jobs = createJobQueue({ db, now, log, slots: 2, url: queue().url })
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          order.push(key)
          progress(0)
          if (key === 'large' && !isLargeOver)
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          return insertMetaRow(key)
        },
      },
    })
    const large = await addImport('large', owners[0]!)
    jobs.wake()
    await vi.waitFor(() => expect(order).toEqual(['large']), SOON)
    // The next import of the same owner waits for the large import and does not interrupt it.
    const next = await addImport('next of the same owner', owners[0]!)
    queue().server.advance(LONG_JOB_SLICE_MS)
    jobs.wake()
    await vi.waitFor(async () => expect(await statusOf(next)).toBe('queued'), SOON)
    queue().server.advance(-LONG_JOB_SLICE_MS)
    const small = await addImport('small', owners[1]!)
    queue().server.advance(LONG_JOB_SLICE_MS - 1)
    jobs.wake()
    expect(await statusOf(large)).toBe('running')
    expect(await statusOf(small)).toBe('queued')
    isLargeOver = true
    queue().server.advance(1)
    jobs.wake()
    await jobs.waitForJob(small.id, SOON)
    await jobs.waitForJob(large.id, SOON)
    expect(await statusOf(small)).toBe('done')
    expect(await statusOf(large)).toBe('done')
    // An import that has used a time slice also waits for the same owner's other imports.
    expect(order).toEqual(['large', 'small', 'next of the same owner', 'large'])
    // A time slice does not count as an attempt.
    expect((await queue().readRow(large.id)).attempts).toBe(1)
    await jobs.stop(0)
  })

  test.each([
    [
      'the only slot after one time slice of an import',
      1,
      ['large', 'short', 'large'],
      { import: 'done', short: 'done' },
    ],
    ['no slot of an import if another slot serves short jobs', 2, ['large'], { import: 'running', short: 'queued' }],
  ])('a short job of another owner gets %s', async (_, slots, expectedOrder, expectedStatuses) => {
    const owners = await createOwners('a', 'b', 'c')
    const { db, log, now } = queue().server.deps
    const order: string[] = []
    const jobs = createJobQueue({ db, now, log, slots, url: queue().url })
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          order.push(key)
          progress(0)
          if (order.length === 1)
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          return insertMetaRow(key)
        },
      },
      icon: {
        async perform({ key }) {
          if (key === 'other') return new Promise(() => {})
          order.push(key)
          return insertMetaRow(key)
        },
      },
      mail: { perform: async ({ key }) => insertMetaRow(key), ownSlots: 1 },
    })
    /** Waits for a full pass over the queue: the second letter is taken only after the pass that took the first letter. */
    const passed = async () => {
      for (const key of ['letter 1', 'letter 2']) {
        const { id } = await enqueueJob(db, { kind: 'mail', key, payload: {} as never, owner: null, now: now() })
        jobs.wake()
        await jobs.waitForJob(id, SOON)
      }
    }
    const large = await addImport('large', owners[0]!)
    jobs.wake()
    await vi.waitFor(() => expect(order).toEqual(['large']), SOON)
    if (slots > 1) {
      const other = await queue().add('other', owners[2])
      jobs.wake()
      await vi.waitFor(async () => expect(await statusOf(other)).toBe('running'), SOON)
    }
    const short = await queue().add('short', owners[1])
    queue().server.advance(LONG_JOB_SLICE_MS)
    await passed()
    if (slots === 1) for (const { id } of [short, large]) await jobs.waitForJob(id, SOON)
    expect(order).toEqual(expectedOrder)
    expect({ import: await statusOf(large), short: await statusOf(short) }).toEqual(expectedStatuses)
    await jobs.stop(0)
  })

  test.each([
    ['with its first progress report', true, LONG_JOB_SLICE_MS],
    ['after ten minutes without progress', false, LONG_JOB_SETUP_MS],
  ])('the time slice of an import begins %s, so that a long set-up does not use it up', async (_, reports, ms) => {
    const owners = await createOwners('a', 'b')
    const { db, log, now } = queue().server.deps
    const jobs = createJobQueue({ db, now, log, slots: 2, url: queue().url })
    let starts = 0
    let ends = 0
    let report = () => {}
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          if (key === 'small' || ends > 0) return insertMetaRow(key)
          report = () => progress(0)
          starts += 1
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              ends += 1
              reject(signal.reason)
            }),
          )
        },
      },
      icon: { perform: async ({ key }) => insertMetaRow(key) },
    })
    const large = await addImport('large', owners[0]!)
    jobs.wake()
    await vi.waitFor(() => expect(starts).toBe(1), SOON)
    const small = await addImport('small', owners[1]!)
    /** Waits for a full pass over the queue: the second job is taken only after the pass that took the first job. */
    const passed = async (name: string) => {
      for (const key of [`${name} 1`, `${name} 2`]) {
        const { id } = await queue().add(key, owners[1]!)
        jobs.wake()
        await jobs.waitForJob(id, SOON)
      }
    }
    queue().server.advance(2 * LONG_JOB_SLICE_MS)
    await passed('set-up')
    if (reports) report()
    queue().server.advance(ms - (reports ? 1 : 2 * LONG_JOB_SLICE_MS + 1))
    await passed('slice')
    expect(starts).toBe(1)
    expect(ends).toBe(0)
    queue().server.advance(1)
    jobs.wake()
    await jobs.waitForJob(small.id, SOON)
    await jobs.waitForJob(large.id, SOON)
    expect(ends).toBe(1)
    await jobs.stop(0)
  })
})
