// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import type { Job } from '../../../src/api/contract/jobs.ts'
import { BodyScreen } from '../../../src/ui/bodies/BodyScreen.tsx'
import { type BodyCalls, fetchCages } from '../../../src/ui/bodies/body-calls.ts'
import { BODY_COLUMNS, toBodyPhoneItem } from '../../../src/ui/bodies/body-columns.tsx'
import { createAsset } from '../../support/create-asset.ts'
import { buildMeshGlb, createSphereMesh } from '../../support/sphere-mesh.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { stubBrowserApis } from '../asset/support.tsx'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'
import { createRefusalError, showView, VERIFIED_USER } from '../session/support.tsx'

const at = '2026-03-02T09:00:00.000Z'
const OAK = createAsset({ id: 'oak', name: 'Oak Body', type: 'bodyshape' })
const ELM = createAsset({ id: 'elm', name: 'Elm Body', type: 'bodyshape' })
const cage = (id: string, assetType?: CageMesh['assetType']): CageMesh => ({
  ...{ id, name: id, gender: 'neutral', bodyId: 'oak', modelUrl: `/files/${id}.glb`, vertices: 162 },
  ...{ topology: 'a'.repeat(64), createdAt: at, updatedAt: at },
  ...(assetType && { assetType }),
})
const job = (values: Partial<Job>): Job =>
  ({ id: 'j1', kind: 'cages', status: 'running', progress: 0, createdAt: at, updatedAt: at, ...values }) as Job

let requests: string[]
beforeEach(() => {
  requests = []
  stubBrowserApis()
})

async function open(stubs: Partial<BodyCalls> = {}, permission: readonly string[] = ['manage', 'all']) {
  const record =
    <T,>(name: string, response: T) =>
    async () => {
      requests.push(name)
      return response
    }
  const calls: BodyCalls = {
    read: record('read', { body: OAK, cages: [cage('all'), cage('tops', 'top')] }),
    loadOtherBodies: async () => [ELM],
    add: record('add', cage('new')),
    replace: record('replace', cage('all')),
    transferCages: record('carry', job({})),
    readJob: record('readJob', job({ status: 'done', progress: 1 })),
    loadBytes: async (url) => {
      requests.push(`bytes ${url}`)
      return buildMeshGlb(createSphereMesh(1)).slice().buffer
    },
    ...stubs,
  }
  const token = createUnsignedToken({ ability: [permission] })
  await showView(<BodyScreen id="oak" calls={calls} />, {}, { ...VERIFIED_USER, token })
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('the page of a body', () => {
  test('lists its cages, and shows the first or the selected cage over the body', async () => {
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Oak Body' })).toBeTruthy()
    const group = within(screen.getByRole('radiogroup', { name: 'Cage over the body' }))
    expect(group.getByRole<HTMLInputElement>('radio', { name: /Whole body/ }).checked).toBe(true)
    expect(group.getByText('Watertight; encloses the whole body')).toBeTruthy()
    expect(requests).toContain('bytes /files/all.glb')
    await act(async () => fireEvent.click(group.getByRole('radio', { name: /^Top/ })))
    expect(requests).toContain('bytes /files/tops.glb')
    await act(async () => fireEvent.click(group.getByRole('radio', { name: 'No cage' })))
    expect(group.getByRole<HTMLInputElement>('radio', { name: 'No cage' }).checked).toBe(true)
    expect(requests.filter((it) => it.startsWith('bytes'))).toHaveLength(2)
  })

  test('transfers cages from another body, then reloads the cages of the page', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Oak Body' })
    await press(/Choose a body/)
    await act(async () => fireEvent.click(screen.getByRole('option', { name: 'Elm Body' })))
    await press('Copy cages')
    await vi.waitFor(() => expect(requests.filter((it) => it === 'read')).toHaveLength(2), 10_000)
    expect(requests).toContain('carry')
  })

  test('shows why the transfer of cages from another body failed', async () => {
    await open({ readJob: async () => job({ status: 'failed', error: 'A body was changed in the meantime.' }) })
    await screen.findByRole('heading', { level: 1, name: 'Oak Body' })
    await press(/Choose a body/)
    await act(async () => fireEvent.click(screen.getByRole('option', { name: 'Elm Body' })))
    await press('Copy cages')
    expect(await screen.findByText('A body was changed in the meantime.')).toBeTruthy()
  })

  test('offers no actions to users with read permission only', async () => {
    await open({}, ['read', 'all'])
    expect(await screen.findByRole('radiogroup', { name: 'Cage over the body' })).toBeTruthy()
    for (const name of ['Add cage', 'Copy cages', /^Replace/]) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('shows an explanation and requests no cage file if the body has no cages', async () => {
    await open({ read: async () => ({ body: OAK, cages: [] }) })
    expect(await screen.findByText(/^No cage yet\./)).toBeTruthy()
    expect(requests.filter((it) => it.startsWith('bytes'))).toEqual([])
  })

  test.each([
    ['INTERNAL', 500, 'Retry'],
    ['NOT_FOUND', 404, null],
  ] as const)('with the load error %s shows a retry or a link to the list of bodies', async (code, status, button) => {
    await open({ read: async () => Promise.reject(createRefusalError(code, status)) })
    expect(await screen.findByRole('heading', { level: 1, name: 'This body didn’t load' })).toBeTruthy()
    if (button) expect(screen.getByRole('button', { name: button })).toBeTruthy()
    else expect(screen.getByRole('link', { name: 'Go to bodies' })).toBeTruthy()
  })
})

test('shows the number of cages of each body in the list of bodies', async () => {
  const cells = await cellTextsOf(BODY_COLUMNS, { ...OAK, cages: 11 })
  expect([cells['name'], cells['cages'], cells['gender']]).toEqual(['Oak Body', '11 cages', expect.any(String)])
  expect(await phoneTextsOf(toBodyPhoneItem({ ...OAK, cages: 1 }))).toEqual(['Oak Body', '', '1 cage'])
})

test('loads the cages of the given bodies from all pages, and requests nothing without a body id', async () => {
  const pages = [
    { data: [cage('a')], pagination: { hasNextPage: true } },
    { data: [cage('b')], pagination: {} },
  ]
  const list = vi.fn(async () => pages.shift())
  const api = { cageMeshes: { list } } as never
  const { signal } = new AbortController()
  expect((await fetchCages(api, ['oak'], signal)).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(await fetchCages(api, [], signal)).toEqual([])
  expect(list).toHaveBeenCalledTimes(2)
})
