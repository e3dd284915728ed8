/** Minimum coverage of a file's lines and branches in a full run of the unit tests, in percent. */
export interface CoverageThreshold {
  lines: number
  branches: number
}

/** Path patterns with their minimum coverage. The first match applies; other files have no minimum. */
export const COVERAGE_THRESHOLDS: readonly (readonly [room: RegExp, floor: CoverageThreshold])[] = [
  [/^src\/machines\//, { lines: 95, branches: 75 }],
  [/^src\/api\/contract\//, { lines: 100, branches: 95 }],
  [/^src\/api\//, { lines: 85, branches: 65 }],
  [/^src\/files\//, { lines: 75, branches: 55 }],
  [/^src\/inspector\//, { lines: 70, branches: 50 }],
  [/^src\/ui\/kit\//, { lines: 85, branches: 70 }],
  [/^src\/ui\/viewer\//, { lines: 70, branches: 40 }],
  [
    /^src\/ui\/(dashboard|list|form|session|upload|asset|asset-list|presence|new-asset|shell|tags|activity|applications|jobs|tokens|trash|webhooks|help|palette|watch|bodies|users|wardrobe|settings|details-import)\//,
    { lines: 65, branches: 40 },
  ],
  // Covered only where PostgreSQL or RabbitMQ is installed: their tests are skipped elsewhere.
  [/^server\/(db\/(listen-to-channel|open-database)|events\/broker)\.ts$/, { lines: 0, branches: 0 }],
  // Most of this code runs only in the first test run, which writes the template. Later runs only read the template.
  [/^server\/db\/embedded-template\.ts$/, { lines: 0, branches: 0 }],
  // This code runs in separate processes, or in tests of the code that calls it.
  [
    /^server\/(webhooks\/start-webhooks|textures\/predict-texture|assets\/purge-trash-job|db\/close-database)\.ts$/,
    { lines: 0, branches: 0 },
  ],
  [/^server\/\w+\/[\w-]+-job\.ts$/, { lines: 85, branches: 48 }],
  [/^server\/assets\//, { lines: 90, branches: 70 }],
  [/^server\/optimise\//, { lines: 88, branches: 70 }],
  [/^server\/handlers\//, { lines: 90, branches: 70 }],
  [/^server\/events\//, { lines: 90, branches: 80 }],
  [/^server\/transfer\//, { lines: 85, branches: 65 }],
  [/^server\/webhooks\//, { lines: 88, branches: 62 }],
  [/^server\/render\//, { lines: 88, branches: 72 }],
  [/^server\/morph\//, { lines: 78, branches: 45 }],
  [/^server\/fitting\//, { lines: 75, branches: 75 }],
  [/^server\/textures\//, { lines: 65, branches: 50 }],
  [/^server\/auth\//, { lines: 68, branches: 42 }],
  [/^server\/jobs\//, { lines: 85, branches: 48 }],
  [/^server\/http\//, { lines: 62, branches: 50 }],
  [/^server\/db\//, { lines: 65, branches: 55 }],
]

/** Files with a lower minimum than their folder, each with the reason or the test that covers it instead. */
export const THRESHOLD_EXCEPTIONS: Readonly<Record<string, CoverageThreshold & { because: string }>> = {
  'src/inspector/InspectorWindow.tsx': { lines: 0, branches: 0, because: 'a window of its own: inspector' },
  'src/inspector/open-inspector.tsx': { lines: 0, branches: 0, because: 'binds the page: inspector' },
  'src/inspector/recording-store.ts': {
    lines: 0,
    branches: 0,
    because: 'what IndexedDB keeps over a reload: inspector',
  },
  'src/inspector/download.ts': { lines: 0, branches: 0, because: 'files of the browser: inspector' },
  'src/ui/asset-list/AssetCell.tsx': { lines: 0, branches: 0, because: 'cells of the real list: list-desktop, fits' },
  'src/ui/asset-list/asset-columns.tsx': {
    lines: 25,
    branches: 40,
    because: 'cells of the real list: list-desktop, list-phone',
  },
  'src/ui/applications/application-actions.tsx': { lines: 0, branches: 0, because: 'a menu of a route: applications' },
  'src/ui/webhooks/webhook-actions.tsx': { lines: 0, branches: 0, because: 'a menu of a route: webhooks' },
  'src/ui/asset-list/asset-filter-sources.ts': {
    lines: 0,
    branches: 0,
    because: 'asks the server: list-desktop filters',
  },
  'src/ui/asset-list/use-asset-list.tsx': { lines: 0, branches: 0, because: 'binds the page: every journey of assets' },
  'src/ui/new-asset/ModelReportDialog.tsx': {
    lines: 0,
    branches: 0,
    because: 'a dialog over a worker: upload opens it',
  },
  'src/ui/asset/LazyReplaceDialog.tsx': { lines: 50, branches: 0, because: 'fetches that dialog: asset-work, access' },
  'src/ui/asset-list/preview/AssetPreview.tsx': {
    lines: 55,
    branches: 40,
    because: 'its model is drawn: list-access',
  },
  'src/ui/new-asset/report-worker.ts': { lines: 0, branches: 0, because: 'a worker of the browser: upload' },
  'src/ui/new-asset/run-model-report.ts': { lines: 0, branches: 0, because: 'runs in that worker: upload' },
  'src/ui/new-asset/use-model-report.ts': { lines: 10, branches: 0, because: 'begins that worker: upload' },
  'src/ui/activity/activity-filters.tsx': {
    lines: 50,
    branches: 0,
    because: 'asks the server for people and assets: people',
  },
  'src/ui/bodies/CageDialog.tsx': { lines: 4, branches: 0, because: 'sends a file to be checked: bodies' },
  'src/ui/users/user-calls.ts': { lines: 0, branches: 0, because: 'binds the calls of the page: people' },
  'src/ui/wardrobe/WardrobeScreen.tsx': { lines: 0, branches: 0, because: 'its models are drawn: people' },
  'src/ui/wardrobe/use-wardrobe-page.ts': { lines: 0, branches: 0, because: 'binds the address: people' },
  'src/ui/tags/TagDialog.tsx': {
    lines: 0,
    branches: 0,
    because: 'fetched when it is opened: list-access, list-desktop',
  },
  'src/ui/tags/tag-columns.tsx': { lines: 0, branches: 0, because: 'binds the page: list-access, fits' },
  'src/ui/form/draft.ts': { lines: 65, branches: 15, because: 'keeps in IndexedDB: journeys reload pages' },
  'src/ui/list/views/ColumnsPanel.tsx': { lines: 0, branches: 0, because: 'fetched when it is opened: list-desktop' },
  'src/ui/list/ListRoute.tsx': { lines: 0, branches: 0, because: 'binds the address: every journey of a list' },
  'src/ui/details-import/table-worker.ts': {
    lines: 0,
    branches: 0,
    because: 'a worker of the browser: details-import',
  },
  'src/ui/list/actions/CreateButton.tsx': {
    lines: 30,
    branches: 30,
    because: 'leads to pages and menus: details-import, list-phone',
  },
  'src/ui/asset-list/RowExtras.tsx': {
    lines: 0,
    branches: 0,
    because: 'hands the calls of two parts on: list-desktop, together',
  },
  'src/ui/upload/use-file-upload.ts': { lines: 0, branches: 0, because: 'dialogs that send a file: applications' },
  'src/ui/kit/loading/prefetch-worker.ts': {
    lines: 0,
    branches: 0,
    because: 'runs in a worker of a browser: out-of-reach',
  },
  'src/ui/list/views/ViewsMenu.tsx': { lines: 0, branches: 0, because: 'fetched when it is first wanted: list-work' },
  'src/ui/settings/settings-list.ts': { lines: 0, branches: 0, because: 'what two routes share: tokens, webhooks' },
  'src/ui/session/PreferenceFields.tsx': { lines: 50, branches: 40, because: 'loads the page anew: accounts' },
  'src/ui/session/AuthPageLayout.tsx': { lines: 0, branches: 0, because: 'a picture and where it leads: accounts' },
  'src/ui/session/SignInPage.tsx': { lines: 0, branches: 0, because: 'the page before the app: accounts' },
  'src/ui/session/sign-in-search.ts': { lines: 0, branches: 0, because: 'reads its address: accounts' },
  'src/ui/session/PageLink.tsx': { lines: 30, branches: 0, because: 'leads out of that page: accounts' },
  'src/ui/session/use-return-after-sign-in.ts': { lines: 0, branches: 0, because: 'leaves the page: accounts' },
  'src/ui/upload/check-worker.ts': { lines: 0, branches: 0, because: 'a worker of the browser: upload' },
  'src/ui/viewer/load/decoders.ts': {
    lines: 25,
    branches: 20,
    because: 'workers of three’s own: viewer-package shows such models',
  },
  'src/ui/viewer/embed/react.tsx': {
    lines: 0,
    branches: 0,
    because: 'the package’s own entry: viewer-package installs it',
  },
  'src/ui/viewer/embed/style.ts': {
    lines: 5,
    branches: 20,
    because: 'a style that the build fills in: viewer-package',
  },
  'server/optimise/convert-textures-to-ktx2.ts': {
    lines: 35,
    branches: 10,
    because: 'packs in a process of its own, whose encoder writes to the output: optimise/ktx2',
  },
  'server/textures/fit/index.ts': {
    lines: 0,
    branches: 0,
    because: 'the command itself: reads folders, writes weights',
  },
  'server/textures/fit/print-evaluation.ts': { lines: 0, branches: 0, because: 'what that command prints' },
  'src/ui/viewer/extras/ar-session.ts': { lines: 0, branches: 0, because: 'a session of WebXR: viewer-room' },
  'src/ui/viewer/Tools.tsx': { lines: 45, branches: 40, because: 'the way into a room: viewer-room' },
  'src/ui/viewer/extras/studio.ts': {
    lines: 60,
    branches: 40,
    because: 'fetches each of its parts: viewer-film, viewer-room',
  },
  'src/ui/viewer/light/unfiltered-panorama.ts': {
    lines: 50,
    branches: 30,
    because: 'prefilters on the card: viewer-look',
  },
  'src/ui/viewer/extras/texture-view.ts': {
    lines: 20,
    branches: 30,
    because: 'draws pictures: playground opens a texture',
  },
  'src/ui/viewer/extras/film-encoder.ts': { lines: 0, branches: 0, because: 'films by WebCodecs: viewer-film' },
  'src/ui/viewer/extras/film.ts': { lines: 0, branches: 0, because: 'films a stage that draws: viewer-film' },
  'src/ui/viewer/extras/entrance-playback.ts': {
    lines: 0,
    branches: 0,
    because: 'plays on a stage that draws: viewer-film',
  },
  'src/ui/viewer/extras/posed-stage.ts': { lines: 0, branches: 0, because: 'draws on a stage that draws: viewer-film' },
  'src/ui/viewer/use-handle.ts': {
    lines: 40,
    branches: 60,
    because: 'speaks for a stage that draws: embed, viewer-package',
  },
}
