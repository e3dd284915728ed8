import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Asset, AssetChange } from '../../../src/api/contract/assets.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import type { AssetPage } from '../../../src/machines/asset/asset.setup.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { AssetDetails } from '../../../src/ui/asset/AssetDetails.tsx'
import { AssetScreen } from '../../../src/ui/asset/AssetScreen.tsx'
import type { AssetPanelCalls } from '../../../src/ui/asset/asset-panel-calls.ts'
import type { ComparedModel } from '../../../src/ui/asset/panel-props.ts'
import { type AssetActor, type AssetCalls, useAsset } from '../../../src/ui/asset/use-asset.ts'
import { useCommandToasts } from '../../../src/ui/asset/use-command-toasts.ts'
import { useDetailsForm } from '../../../src/ui/asset/use-details-form.ts'
import type { NeighbourNavigation } from '../../../src/ui/asset/use-neighbours.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { createAsset } from '../../support/create-asset.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { VERIFIED_USER } from '../session/support.tsx'

/** Returns the error for a response with which the server rejects a request. */
export const createRefusalError = (code: ErrorCode, status: number, details?: unknown): ApiError =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status, details }, type: '', title: code, status, detail: code },
  })

export const createOfflineError = () => new ApiError('FETCH_ERROR', 'assets')

export const createAssetPage = (values: Partial<Asset> = {}, more: Partial<AssetPage> = {}): AssetPage => ({
  asset: createAsset(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
  ...more,
})

export interface PendingCall {
  method: keyof AssetCalls
  /** Arguments after the id. */
  args: unknown[]
  resolve: (page?: AssetPage) => Promise<void>
  reject: (error: unknown) => Promise<void>
}

export interface ShownAsset {
  calls: PendingCall[]
  /** Returns the last call. Fails the test if the last call is of another method. */
  lastCall: (method: keyof AssetCalls) => PendingCall
  /** Ids of the assets that the page passed to the list for deletion. */
  deleted: string[]
  /** Ids of the assets that the page passed on as templates. */
  copied: string[]
  actor: () => AssetActor
  unmount: () => void
}

export function stubBrowserApis(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  vi.stubGlobal('IntersectionObserver', observer)
}

function Aside({ actor, work }: { actor: AssetActor; work: AssetPanelCalls }) {
  const page = useSelector(actor, ({ context }) => context.page)
  const form = useDetailsForm(actor, page?.asset ?? null)
  const [compared, onCompare] = useState<ComparedModel | null>(null)
  const Toasts = useCommandToasts(actor)
  return (
    <>
      {page && <AssetDetails {...{ actor, page, form, panelCalls: work, compared, onCompare }} asset={page.asset} />}
      <output aria-label="Compared model">{compared && `${compared.name} ${compared.url}`}</output>
      {Toasts && <Toasts />}
    </>
  )
}

const EVERYTHING = [['manage', 'all']]

/** Shows an asset page whose API calls wait until the test resolves or rejects them. `listedAsset`: data from the asset list. */
export async function showAsset({
  language = 'en',
  ability = EVERYTHING,
  listedAsset,
  userId = VERIFIED_USER._id,
  user = VERIFIED_USER,
  listen,
  navigation,
  work: panelCalls = {},
  rendered = 'page',
  sendFile,
}: {
  language?: Language
  ability?: unknown
  listedAsset?: Asset
  userId?: string
  /** Signed-in user. Without an e-mail address, a guest. */
  user?: Partial<typeof VERIFIED_USER>
  listen?: Atelier['listenToEvents']
  navigation?: NeighbourNavigation
  work?: Partial<AssetPanelCalls>
  /** Whether to render the whole page, or only the content next to the viewer, which takes a tenth of the time. */
  rendered?: 'page' | 'aside'
  sendFile?: Atelier['sendFile']
} = {}): Promise<ShownAsset> {
  const work = {
    announcePresence: async () => ({ people: [], total: 0 }),
    announceLeave: async () => {},
    ...panelCalls,
  } as AssetPanelCalls
  const calls: PendingCall[] = []
  const deleted: string[] = []
  const copied: string[] = []
  let currentActor: AssetActor | undefined
  const callApi = <T,>(method: keyof AssetCalls, ...args: unknown[]): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      calls.push({
        method,
        args,
        resolve: (page) => act(async () => resolve(page as T)),
        reject: (error) => act(async () => reject(error)),
      })
    })
  const assetCalls: AssetCalls = {
    load: () => callApi('load'),
    setLock: (_, { locked, reason }) => callApi('setLock', locked, ...(reason === undefined ? [] : [reason])),
    runCommand: (_, command, updatedAt) => callApi('runCommand', command, updatedAt),
    save: (_, change: AssetChange, updatedAt) => callApi('save', change, updatedAt),
  }
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => ({ ...user, _id: userId, token: createUnsignedToken({ ability }) })),
      } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/assets/$id',
    component: function Page() {
      currentActor = useAsset('asset-1', assetCalls, listedAsset)
      if (rendered === 'aside') return <Aside actor={currentActor} work={work} />
      return (
        <AssetScreen
          actor={currentActor}
          panelCalls={work}
          onDelete={({ id }) => void deleted.push(id)}
          onNewFrom={({ id }) => void copied.push(id)}
          neighbours={navigation ?? null}
        />
      )
    },
  })
  const others = ['/', '/assets', '/tags'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{path}</p> }),
  )
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history: createMemoryHistory({ initialEntries: ['/assets/asset-1'] }),
  })
  const atelier = {
    session,
    language,
    translate: createTranslateFor(language),
    track: () => {},
    sendFile,
    listenToEvents: listen,
  }
  let unmount = () => {}
  await act(async () => {
    unmount = render(
      <AtelierContext value={atelier as never}>
        <RouterProvider router={router as never} />
      </AtelierContext>,
    ).unmount
  })
  await act(() => router.load())
  return {
    calls,
    lastCall: (method) => {
      const call = calls.at(-1)
      if (call?.method !== method) throw new Error(`The last call was ${call?.method}, not ${method}`)
      return call
    },
    deleted,
    copied,
    actor: () => currentActor!,
    unmount,
  }
}

// Queries by text, not by role, because a role query inspects every element of the page, including those of the viewer.

export const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')

export const typeName = (value: string) => fireEvent.change(nameField(), { target: { value } })

export const getButton = (name: string): HTMLButtonElement => {
  const textMatches = screen.queryAllByText(name, { selector: 'button' })
  const matches = textMatches.length > 0 ? textMatches : screen.getAllByLabelText(name, { selector: 'button' })
  if (matches.length !== 1) throw new Error(`${matches.length} buttons are named ${name}`)
  return matches[0] as HTMLButtonElement
}

export const saveButton = () => getButton('Save changes')

export const press = (name: string) => act(async () => getButton(name).click())
