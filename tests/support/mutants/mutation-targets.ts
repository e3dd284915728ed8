import { readdirSync } from 'node:fs'

/**
 * Files to mutate, their tests, and the minimum share of killed mutants, in percent. A target without a minimum has not been
 * measured yet.
 */
export interface MutationTarget {
  mutate: string[]
  /** Tests to run, fast tests first. The tests that reach the code of a mutant try the mutant in this order. */
  tests: string[]
  minScorePercent?: number
  /** Minimum scores of single files, in percent. */
  minScorePercentByFile?: Record<string, number>
  /**
   * Set if the tests start a server. Skips mutants in code that runs at load time, because each mutant would need its own server.
   */
  skipsLoadTimeMutants?: true
}

/** Returns the files of `src/machines` that contain rules instead of a machine. */
const listRules = () =>
  readdirSync('src/machines', { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!placeholder-actor|.*\.(machine|setup)\.ts).*\.ts$/.test(name))
    .map((name) => `src/machines/${name}`)

/** Returns the TypeScript files of a folder without its subfolders, except those named in `without`. */
const listFiles = (folder: string, ...without: string[]) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !without.includes(name.slice(0, -'.ts'.length)))
    .map((name) => `${folder}/${name}`)

const UPLOAD_FILES = ['upload', 'tus-http-stack', 'upload-errors', 'hash-blob', 'sha256', 'sha256-worker'].map(
  (name) => `src/api/${name}.ts`,
)
const ACCOUNT_VIEWS = 'src/api/account-views.ts'
const listHandlerFiles = (...names: string[]) => names.map((name) => `server/handlers/${name}.ts`)
const listHandlerTests = (...names: string[]) => names.map((name) => `tests/server/handlers/${name}.test.ts`)

/** Targets of `npm run mutants:deep`. Only tests of handlers try mutants of handlers, not every test with a server. */
export const MUTATION_TARGETS: Record<string, MutationTarget> = {
  rules: {
    mutate: listRules(),
    tests: [
      'tests/machines/**/!(*.machine|list.pages|list.rows|session-guests).test.ts',
      'tests/machines/{list,new-asset,upload,form}/{list,new-asset-queue,new-asset,upload,form}.machine.test.ts',
    ],
    minScorePercent: 96,
    minScorePercentByFile: { 'src/machines/filters/filters.ts': 98, 'src/machines/form/form.ts': 96 },
  },
  contract: {
    mutate: listFiles('src/api/contract'),
    tests: ['tests/api/contract/*.test.ts', 'tests/api/http*.test.ts'],
    minScorePercent: 94,
  },
  api: {
    mutate: listFiles('src/api').filter((file) => ![...UPLOAD_FILES, ACCOUNT_VIEWS].includes(file)),
    tests: ['tests/api/!(upload*|sha256*|account-views).test.ts'],
    minScorePercent: 85,
  },
  'account-views': {
    mutate: [ACCOUNT_VIEWS],
    tests: ['tests/api/account-views.test.ts'],
    minScorePercent: 92,
    skipsLoadTimeMutants: true,
  },
  upload: {
    mutate: UPLOAD_FILES,
    // Excludes tests that use a real connection, which take seconds for each mutant.
    tests: ['tests/api/{upload-request,upload-waits,tus-http-stack,upload-errors,sha256,sha256-worker}.test.ts'],
    minScorePercent: 91,
  },
  accounts: {
    mutate: listHandlerFiles('users', 'auth'),
    tests: listHandlerTests(
      'accounts',
      'forgotten-passwords',
      'own-accounts',
      'auth',
      'counted',
      'hijack',
      'lockout',
      'restored-versions',
    ),
    minScorePercent: 88,
    skipsLoadTimeMutants: true,
  },
  wardrobes: {
    mutate: listHandlerFiles('user-assets'),
    tests: listHandlerTests('user-assets'),
    minScorePercent: 94,
    skipsLoadTimeMutants: true,
  },
  tags: {
    mutate: listHandlerFiles('tags'),
    tests: listHandlerTests('tags'),
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  assets: {
    mutate: listHandlerFiles('assets', 'applications', 'trash'),
    tests: [
      ...listHandlerTests('applications', 'asset-lists', 'versions', 'asset-applications'),
      'tests/server/assets/trash.test.ts',
      ...listHandlerTests('assets', 'assets-listed', 'asset-access', 'private'),
    ],
    minScorePercent: 90,
    skipsLoadTimeMutants: true,
  },
  copies: {
    mutate: listHandlerFiles('application-assets', 'asset-use', 'templates', 'variants'),
    tests: [
      ...listHandlerTests('versions'),
      ...['read-asset-usage', 'duplicates', 'create-asset-from-template', 'variants', 'sync-with-parent'].map(
        (name) => `tests/server/assets/${name}.test.ts`,
      ),
    ],
    skipsLoadTimeMutants: true,
  },
  fitting: {
    mutate: listHandlerFiles('cage-meshes', 'morphs'),
    // Excludes tests that fit real models, which take seconds for each mutant.
    tests: listHandlerTests('cage-meshes', 'morphs'),
    minScorePercent: 94,
    skipsLoadTimeMutants: true,
  },
  transfer: {
    mutate: listHandlerFiles('api-tokens', 'files', 'health', 'transfer'),
    tests: [
      ...listHandlerTests('files', 'health'),
      ...['transfer/import-begins', 'auth/api-token-ends', 'transfer/import'].map(
        (name) => `tests/server/${name}.test.ts`,
      ),
    ],
    minScorePercent: 90,
    skipsLoadTimeMutants: true,
  },
  webhooks: {
    mutate: listHandlerFiles('webhooks'),
    tests: listHandlerTests('webhook-rows', 'webhooks'),
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  lists: {
    mutate: listHandlerFiles('views', 'jobs', 'audit'),
    tests: listHandlerTests('views', 'jobs', 'audit'),
    minScorePercent: 91,
    skipsLoadTimeMutants: true,
  },
  forms: {
    // The target `offline` has the storage of drafts. Mutants of `use-deferred-blur` leave listeners to later tests.
    mutate: listFiles('src/ui/form', 'draft', 'form-actor', 'stored-drafts', 'use-deferred-blur'),
    // Without patterns, because only named files run in this order.
    tests: ['use-draft', 'use-save-shortcut', 'use-form', 'fields'].map((name) => `tests/ui/form/${name}.test.tsx`),
    minScorePercent: 72,
  },
  'upload-hooks': {
    mutate: [
      ...[
        'bind-upload',
        'describe-upload',
        'upload-messages',
        'use-file-drop',
        'use-page-file-drop',
        'worker-queue',
      ].map((name) => `src/ui/upload/${name}.ts`),
      ...['memoize-choices', 'stashed-files'].map((name) => `src/ui/new-asset/${name}.ts`),
    ],
    tests: ['tests/ui/upload/*.test.{ts,tsx}', 'tests/ui/new-asset/{memoize-choices,stashed-files}.test.ts'],
    minScorePercent: 90,
  },
  'list-hooks': {
    mutate: [
      ...['list-search', 'page-sizes', 'paginate', 'row-cache', 'use-remote-change-count', 'use-row-cache'].map(
        (name) => `state/${name}`,
      ),
      ...['mark-scrolling', 'roving-tab-index', 'typeahead', 'use-hover-intent'].map((name) => `table/${name}`),
      ...['actions/write-export-file', 'reorder/move-action', 'selection/toolbar-keys', 'bulk-action'],
    ].map((name) => `src/ui/list/${name}.ts`),
    tests: [
      'tests/ui/list/{bulk-action,list-sizes,hostile-filters}.test.ts',
      'tests/ui/list/{actions,reorder,selection,state,table}/*.test.ts',
      'tests/ui/list/state/{use-remote-change-count,use-row-cache}.test.tsx',
      'tests/ui/list/table/use-hover-intent.test.tsx',
    ],
    minScorePercent: 81,
  },
  viewer: {
    mutate: [
      ...['dispose', 'glb', 'ref-count', 'shared-fetch', 'vrm-demand'].map((name) => `load/${name}`),
      'stage/draw-slots',
      ...['camera/framing', 'camera/turn-by-key', 'extras/camera-rig', 'extras/idle-clips'],
      ...['motion/is-render-equal', 'motion/pose', 'motion/scene-fingerprint'],
    ].map((name) => `src/ui/viewer/${name}.ts`),
    // Without patterns, because only named files run in this order. The last one leaves wrapped globals after a hanging mutant.
    tests: [
      ...['camera/framing', 'camera/turn-by-key', 'extras/camera-rig', 'extras/idle-clips', 'stage/draw-slots'],
      ...['motion/is-render-equal', 'motion/pose', 'motion/scene-fingerprint'],
      ...['dispose', 'glb', 'ref-count', 'vrm-demand', 'shared-fetch'].map((name) => `load/${name}`),
    ].map((name) => `tests/ui/viewer/${name}.test.ts`),
    minScorePercent: 82,
  },
  'first-paint': {
    mutate: [
      'src/head-script.ts',
      // Browser tests cover the two pages, which the build prerenders.
      ...['load-failure', 'mini-jsx', 'press-replay', 'render-page'].map((name) => `src/early/${name}.ts`),
      // A mutant of `lazy-module` would leave failed modules to all later tests, because the module stores them.
      ...['prefetch-files', 'use-lazy-module'].map((name) => `src/ui/kit/loading/${name}.ts`),
    ],
    tests: [
      ...['mini-jsx', 'press-replay', 'render-page', 'load-failure'].map((name) => `tests/early/${name}.test.ts`),
      'tests/ui/kit/loading/prefetch-files.test.ts',
      'tests/ui/kit/loading/use-lazy-module.test.tsx',
      'tests/head-script.test.ts',
    ],
    minScorePercent: 75,
  },
  'take-over': {
    mutate: ['src/early/gestures.ts', 'src/early/replace-with-app.ts', 'src/ui/kit/restore-lost-focus.ts'],
    tests: ['tests/early/replace-with-app.test.ts', 'tests/ui/kit/restore-lost-focus.test.ts'],
  },
  offline: {
    mutate: [
      ...listFiles('src/offline'),
      'src/ui/list/state/device-storage.ts',
      'src/ui/list/state/queued-action.ts',
      'src/ui/form/stored-drafts.ts',
      'src/ui/form/draft.ts',
    ],
    tests: ['tests/offline/*.test.ts', 'tests/ui/form/*.test.ts', 'tests/ui/list/state/queued-action.test.ts'],
    minScorePercent: 96,
  },
}
