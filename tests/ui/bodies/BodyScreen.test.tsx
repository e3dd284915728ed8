// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { BodyScreen } from '../../../src/ui/bodies/BodyScreen.tsx'
import { type BodyCalls, cagesOf } from '../../../src/ui/bodies/body-calls.ts'
import { BODY_COLUMNS, bodyOnPhone } from '../../../src/ui/bodies/body-columns.tsx'
import { assetWith } from '../../support/assets.ts'
import { ballMesh, meshGlb } from '../../support/ball-mesh.ts'
import { tokenWith } from '../../support/tokens.ts'
import { stubPage } from '../asset/support.tsx'
import { cellsOf, phoneOf } from '../list/cells.tsx'
import { PERSON, refusal, show } from '../session/support.tsx'

const at = '2026-03-02T09:00:00.000Z'
const OAK = assetWith({ id: 'oak', name: 'Oak Body', type: 'bodyshape' })
const ELM = assetWith({ id: 'elm', name: 'Elm Body', type: 'bodyshape' })
const cage = (id: string, assetType?: CageMesh['assetType']): CageMesh => ({
  ...{ id, name: id, gender: 'neutral', bodyId: 'oak', modelUrl: `/files/${id}.glb`, vertices: 162 },
  ...{ topology: 'a'.repeat(64), createdAt: at, updatedAt: at },
  ...(assetType && { assetType }),
})
const job = (values: Partial<Job>): Job =>
  ({ id: 'j1', kind: 'cages', status: 'running', progress: 0, createdAt: at, updatedAt: at, ...values }) as Job

let asked: string[]
beforeEach(() => {
  asked = []
  stubPage()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(answers: Partial<BodyCalls> = {}, rights: readonly string[] = ['manage', 'all']) {
  const note =
    <T,>(what: string, answer: T) =>
    async () => {
      asked.push(what)
      return answer
    }
  const calls: BodyCalls = {
    read: note('read', { body: OAK, cages: [cage('all'), cage('tops', 'top')] }),
    others: async () => [ELM],
    add: note('add', cage('new')),
    replace: note('replace', cage('all')),
    carry: note('carry', job({})),
    readJob: note('readJob', job({ status: 'done', progress: 1 })),
    bytes: async (url) => {
      asked.push(`bytes ${url}`)
      return meshGlb(ballMesh(1)).slice().buffer
    },
    ...answers,
  }
  const token = tokenWith({ ability: [rights] })
  await show(<BodyScreen id="oak" calls={calls} />, {}, { ...PERSON, token })
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the page of a body', () => {
  test('shows its cages, the first over the body, and each that is chosen', async () => {
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Oak Body' })).toBeTruthy()
    const group = within(screen.getByRole('radiogroup', { name: 'Cage over the body' }))
    expect(group.getByRole<HTMLInputElement>('radio', { name: /Whole body/ }).checked).toBe(true)
    expect(group.getByText('Closed, and all of the body is inside')).toBeTruthy()
    expect(asked).toContain('bytes /files/all.glb')
    await act(async () => fireEvent.click(group.getByRole('radio', { name: /^Top/ })))
    expect(asked).toContain('bytes /files/tops.glb')
    await act(async () => fireEvent.click(group.getByRole('radio', { name: 'No cage' })))
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'No cage' }).checked).toBe(true)
    expect(asked.filter((it) => it.startsWith('bytes'))).toHaveLength(2)
  })

  test('has them carried from another body, and reads them anew once that is done', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Oak Body' })
    await press(/Choose a body/)
    await act(async () => fireEvent.click(screen.getByRole('option', { name: 'Elm Body' })))
    await press('Carry over')
    await vi.waitFor(() => expect(asked.filter((it) => it === 'read')).toHaveLength(2), 10_000)
    expect(asked).toContain('carry')
  })

  test('says why that failed', async () => {
    await open({ readJob: async () => job({ status: 'failed', error: 'A body was changed in the meantime.' }) })
    await screen.findByRole('heading', { level: 1, name: 'Oak Body' })
    await press(/Choose a body/)
    await act(async () => fireEvent.click(screen.getByRole('option', { name: 'Elm Body' })))
    await press('Carry over')
    expect(await screen.findByText('A body was changed in the meantime.')).toBeTruthy()
  })

  test('offers nothing to who may only look', async () => {
    await open({}, ['read', 'all'])
    expect(await screen.findByRole('radiogroup', { name: 'Cage over the body' })).toBeTruthy()
    for (const name of ['Add cage', 'Carry over', /^Replace/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('a body without a cage says what that means', async () => {
    await open({ read: async () => ({ body: OAK, cages: [] }) })
    expect(await screen.findByText(/^No cage yet\./)).toBeTruthy()
    expect(asked.filter((it) => it.startsWith('bytes'))).toEqual([])
  })

  test.each([
    ['INTERNAL', 500, 'Retry'],
    ['NOT_FOUND', 404, null],
  ] as const)('one that does not come (%s) says so', async (code, status, button) => {
    await open({ read: async () => Promise.reject(refusal(code, status)) })
    expect(await screen.findByRole('heading', { level: 1, name: 'This body didn’t load' })).toBeTruthy()
    if (button) expect(screen.getByRole('button', { name: button })).toBeTruthy()
    else expect(screen.getByRole('link', { name: 'Go to bodies' })).toBeTruthy()
  })
})

test('the list says how many cages a body has', async () => {
  const cells = await cellsOf(BODY_COLUMNS, { ...OAK, cages: 11 })
  expect([cells['name'], cells['cages'], cells['gender']]).toEqual(['Oak Body', '11 cages', expect.any(String)])
  expect(await phoneOf(bodyOnPhone({ ...OAK, cages: 1 }))).toEqual(['Oak Body', '', '1 cage'])
})

test('all cages of the bodies are read, however many pages they take', async () => {
  const pages = [
    { data: [cage('a')], pagination: { hasNextPage: true } },
    { data: [cage('b')], pagination: {} },
  ]
  const list = vi.fn(async () => pages.shift())
  const api = { cageMeshes: { list } } as never
  const { signal } = new AbortController()
  expect((await cagesOf(api, ['oak'], signal)).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(await cagesOf(api, [], signal)).toEqual([])
  expect(list).toHaveBeenCalledTimes(2)
})
