// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { createCache } from '../../../src/api/cache.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { takeFiles } from '../../../src/ui/new-asset/held-files.ts'
import { useQuickUpload } from '../../../src/ui/shell/use-quick-upload.ts'
import { tokenWith } from '../../support/tokens.ts'
import { PERSON } from '../session/support.tsx'

afterEach(cleanup)

const MAKER = [['read,create', 'Asset']]
const VIEWER = [['read', 'Asset']]

function Page() {
  const { isOver, hasRefused, dismiss } = useQuickUpload()
  return (
    <>
      <p>Rows</p>
      <div data-takes-files>A field</div>
      {isOver && <p>Drop here</p>}
      {hasRefused && (
        <button type="button" onClick={dismiss}>
          Refused
        </button>
      )}
    </>
  )
}

/** Shows a page at `path` to somebody of this ability. */
async function show({ ability = MAKER, path = '/' }: { ability?: unknown; path?: string } = {}) {
  const session = createActor(
    sessionMachine.provide({
      actors: { restoreSession: fromPromise(async () => ({ ...PERSON, token: tokenWith({ ability }) })) } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute({ component: Page })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/' }),
      createRoute({
        getParentRoute: () => root,
        path: '/assets/new',
        staticData: { takesFiles: true, nav: { word: 'x', icon: 'upload', order: 1, needs: ['create', 'Asset'] } },
      }),
      createRoute({ getParentRoute: () => root, path: '/viewer', staticData: { takesFiles: true } }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const kept = createCache()
  render(
    <AtelierContext value={{ session, kept } as never}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  await screen.findByText('Rows')
  return { router, taken: () => takeFiles(kept, router.state.location.state.files).map(({ name }) => name) }
}

const transfer = (names: readonly string[], types = ['Files']) => ({
  types,
  files: names.map((name) => new File(['x'], name)),
  dropEffect: 'none',
})

/** Does something with files over an element; tells whether the browser would open them, and the effect it was told. */
async function drag(kind: 'dragOver' | 'drop', where: string, data: ReturnType<typeof transfer>) {
  const event = createEvent[kind](screen.getByText(where), { dataTransfer: data })
  await act(async () => void fireEvent(screen.getByText(where), event))
  return { opens: !event.defaultPrevented, effect: data.dropEffect }
}

/** Files are held over another element, or over none of the page. */
async function leave(relatedTarget: Element | null) {
  const event = createEvent.dragLeave(screen.getByText('Rows'))
  // jsdom knows no events of dragging.
  Object.defineProperty(event, 'relatedTarget', { value: relatedTarget })
  await act(async () => void fireEvent(screen.getByText('Rows'), event))
}

test('files held over the page may be dropped there, but not what is no file, nor over a field that takes files', async () => {
  await show()
  expect(await drag('dragOver', 'Rows', transfer([], ['text/plain']))).toEqual({ opens: true, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  expect(await drag('dragOver', 'Rows', transfer([]))).toEqual({ opens: false, effect: 'copy' })
  expect(screen.getByText('Drop here')).toBeTruthy()
  expect(await drag('dragOver', 'A field', transfer([]))).toEqual({ opens: true, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  await drag('dragOver', 'Rows', transfer([]))
  // Over another element of the page it is still over the page.
  await leave(document.body)
  expect(screen.getByText('Drop here')).toBeTruthy()
  await leave(null)
  expect(screen.queryByText('Drop here')).toBeNull()
})

test('dropped models and images are taken along to the page of new assets, once', async () => {
  const { router, taken } = await show()
  await drag('dragOver', 'Rows', transfer([]))
  expect((await drag('drop', 'Rows', transfer(['boot.glb', 'boot.png']))).opens).toBe(false)
  expect(router.state.location.pathname).toBe('/assets/new')
  expect(screen.queryByText(/Drop here|Refused/)).toBeNull()
  expect(taken()).toEqual(['boot.glb', 'boot.png'])
  expect(taken()).toEqual([])
})

test('what no asset is made of is told of and left behind; with nothing else the page stays', async () => {
  const { router, taken } = await show()
  await drag('drop', 'Rows', transfer(['notes.pdf']))
  expect(router.state.location.pathname).toBe('/')
  await act(async () => screen.getByRole('button', { name: 'Refused' }).click())
  expect(screen.queryByText('Refused')).toBeNull()
  await drag('drop', 'Rows', transfer(['notes.pdf', 'boot.glb']))
  expect(screen.getByText('Refused')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/assets/new')
  expect(taken()).toEqual(['boot.glb'])
})

test('who may make nothing is offered nothing, and no file takes the place of the page', async () => {
  const { router } = await show({ ability: VIEWER })
  expect(await drag('dragOver', 'Rows', transfer([]))).toEqual({ opens: false, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  expect((await drag('drop', 'Rows', transfer(['boot.glb']))).opens).toBe(false)
  expect(router.state.location.pathname).toBe('/')
})

test.each([
  ['/assets/new', MAKER, true],
  ['/assets/new', VIEWER, false],
  ['/viewer', MAKER, true],
  ['/viewer', VIEWER, true],
])('on %s files of %j are left to the page: %s', async (path, ability, isLeft) => {
  await show({ path, ability })
  expect((await drag('dragOver', 'Rows', transfer([]))).opens).toBe(isLeft)
  expect(screen.queryByText('Drop here')).toBeNull()
  expect((await drag('drop', 'Rows', transfer(['boot.glb']))).opens).toBe(isLeft)
})
