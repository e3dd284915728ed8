import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClientFiles } from '../../../server/client/client-files.ts'

const script = `console.log(${JSON.stringify('words '.repeat(500))})`
let folder: string
let files: ClientFiles

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-client-'))
  await mkdir(join(folder, 'app', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'app', 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  await writeFile(join(folder, 'app', 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'app', 'assets', 'index-Ab_3-9xZ.js'), script)
  await writeFile(join(folder, 'app', 'assets', 'index-Ab_3-9xZ.js.map'), '{}')
  await writeFile(
    join(folder, 'app', 'page-files.json'),
    JSON.stringify({
      pages: [
        { path: '/assets/new', files: ['/assets/new-1.js'], words: { de: ['/assets/neu-1.js'] }, isShut: true },
        {
          path: '/assets',
          files: ['/assets/rows-1.js'],
          words: {},
          early: { de: ['/assets/early-de-1.js'], en: ['/assets/early-en-1.js'] },
        },
        {
          path: '/signin',
          files: ['/assets/sign-in-1.js', '/assets/sign-in-1.css'],
          words: {},
          isAlone: true,
          early: { en: ['/assets/early-signin-en-1.js'] },
          fonts: ['/assets/sans-1.woff2'],
        },
        {
          path: '/assets/[^/]+',
          files: ['/assets/one-1.js', '/assets/one-1.css'],
          words: { de: ['/assets/eins-1.js'], en: [] },
        },
      ],
      app: ['/assets/app-1.js', '/assets/app-1.css'],
      words: { de: ['/assets/de-1.js'], en: ['/assets/en-1.js'] },
    }),
  )
  files = await ClientFiles.open(join(folder, 'app'), { apiBase: 'https://api.example/base/' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Requests a path without an `Accept` header, as programs do. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.respond(new Request(`http://house.test${path}`, { headers, method }))

test('a built file is cached forever and compressed as the browser accepts', async () => {
  const plain = await get('/assets/index-Ab_3-9xZ.js')
  expect([await plain?.text(), plain?.headers.get('cache-control'), plain?.headers.get('content-type')]).toEqual([
    script,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ])
  const br = await get('/assets/index-Ab_3-9xZ.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br?.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(new Uint8Array(await br!.arrayBuffer())).toString()).toBe(script)
  const gzip = await get('/assets/index-Ab_3-9xZ.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gunzipSync(new Uint8Array(await gzip!.arrayBuffer())).toString()).toBe(script)
  expect(gzip?.headers.get('vary')).toBe('accept-encoding')
})

test('a file without a hash in its name is revalidated, and not sent again if unchanged', async () => {
  const first = await get('/icon.svg')
  expect(first?.headers.get('cache-control')).toBe('no-cache')
  const again = await get('/icon.svg', { 'if-none-match': first?.headers.get('etag') ?? '' })
  // ETag as a compressing proxy forwards it.
  const weak = await get('/icon.svg', { 'if-none-match': `"other", W/${first?.headers.get('etag')}` })
  expect(weak?.status).toBe(304)
  expect([again?.status, await again?.text()]).toEqual([304, ''])
})

test.each(['gone-Ab_3-9xZ.js', 'gone-Ab_3-9xZ.woff2'])(
  '%s, deleted since the server started, is not found, whether it was requested before or not',
  async (name) => {
    const removedFile = join(folder, 'app', 'assets', name)
    await writeFile(removedFile, script)
    const request = async (server: ClientFiles) => server.respond(new Request(`http://house.test/assets/${name}`))
    const [fresh, stale] = await Promise.all([1, 2].map(() => ClientFiles.open(join(folder, 'app'), { apiBase: '' })))
    await (await request(stale!))?.text()
    await rm(removedFile)
    expect(await request(fresh!)).toBeUndefined()
    expect(await request(stale!)).toBeUndefined()
  },
)

const APP = ['stylesheet /assets/app-1.css', 'modulepreload /assets/app-1.js']

test.each([
  [
    '/assets/0198a-1',
    'de-AT,de;q=0.9,en;q=0.8',
    [
      'stylesheet /assets/app-1.css',
      'style /assets/one-1.css',
      'modulepreload /assets/app-1.js',
      'modulepreload /assets/one-1.js',
      'modulepreload /assets/de-1.js',
      'modulepreload /assets/eins-1.js',
    ],
  ],
  ['/assets/new/', 'fr, en', [...APP, 'modulepreload /assets/new-1.js', 'modulepreload /assets/en-1.js']],
  // The first-paint script has priority. All other scripts wait until it has run.
  [
    '/assets',
    'de',
    [
      'stylesheet /assets/app-1.css',
      'modulepreload high /assets/early-de-1.js',
      'later modulepreload low /assets/app-1.js',
      'later modulepreload low /assets/rows-1.js',
      'later modulepreload low /assets/de-1.js',
    ],
  ],
  // A page that does not need the app loads no code of the app. The first-paint script of the page has priority.
  [
    '/signin',
    'en',
    [
      'stylesheet /assets/sign-in-1.css',
      'modulepreload high /assets/early-signin-en-1.js',
      'font /assets/sans-1.woff2',
      'later modulepreload low /assets/sign-in-1.js',
      'later modulepreload low /assets/en-1.js',
    ],
  ],
  ['/elsewhere', '', [...APP, 'modulepreload /assets/en-1.js']],
])('the page of %s links the files that it needs for Accept-Language "%s"', async (path, languages, expected) => {
  const html = await (await get(path, { accept: 'text/html', 'accept-language': languages }))!.text()
  const [immediate = '', later = ''] = html.split('</head>')[0]!.split('<template id="app-files">')
  const named = (text: string) =>
    Array.from(
      text.matchAll(/<link rel="(\w+)"(?: as="(\w+)")?(?: fetchpriority="(\w+)")?.*? crossorigin href="([^"]+)">/g),
      ([, rel, as, media, file]) => [as ?? rel, ...(media ? [media] : []), file].join(' '),
    )
  expect([...named(immediate), ...named(later).map((file) => `later ${file}`)]).toEqual(expected)
})

test.each(['/', '/signin', '/assets', '/assets/0198a-1', '/index.html', '/nowhere'])(
  '%s returns the page of the app with a strict Content-Security-Policy',
  async (path) => {
    const page = await get(path, { accept: 'text/html' })
    const html = await page!.text()
    const [, nonce] = /<meta property="csp-nonce" nonce="([^"]+)" \/>/.exec(html) ?? []
    const policy = page!.headers.get('content-security-policy')!
    expect(html).toContain('<meta name="api-base" content="https://api.example/base/" />')
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("connect-src 'self' blob: data: https://api.example;")
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/)
    expect(page!.headers.get('cache-control')).toBe('no-store')
  },
)

test('only a page for signed-in users contains the address of the sign-in page', async () => {
  const namesSignInPage = async (path: string) =>
    (await (await get(path, { accept: 'text/html' }))!.text()).includes('<meta name="sign-in" content="/signin" />')
  expect([
    await namesSignInPage('/assets/new'),
    await namesSignInPage('/signin'),
    await namesSignInPage('/nowhere'),
  ]).toEqual([true, false, false])
})

test('the page names the service worker if enabled; otherwise /sw.js unregisters the worker', async () => {
  const appFolder = join(folder, 'worked')
  await mkdir(appFolder)
  await writeFile(join(appFolder, 'index.html'), '<html><head></head></html>')
  await writeFile(join(appFolder, 'sw.js'), 'serve()')
  await writeFile(join(appFolder, 'sw-off.js'), 'leave()')
  const served = async (hasWorker?: boolean, apiBase = '') => {
    const client = await ClientFiles.open(appFolder, {
      apiBase,
      ...(hasWorker !== undefined && { hasServiceWorker: hasWorker }),
    })
    const request = async (path: string) => (await client.respond(new Request(`http://house.test${path}`)))!
    const worker = await request('/sw.js')
    // Browsers must notice a new worker immediately.
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    return [
      await worker.text(),
      /<meta name="service-worker" content="(.*?)"/.exec(await (await request('/')).text())?.[1],
    ]
  }
  const usual = await served()
  expect(usual).toEqual(['serve()', expect.stringMatching(/^\/sw\.js\?[0-9a-f]{8}$/)])
  expect(await served()).toEqual(usual)
  // The worker caches a page that contains the API address, so another address needs another version of the worker.
  expect((await served(true, 'https://api.example/'))[1]).not.toBe(usual[1])
  expect(await served(false)).toEqual(['leave()', undefined])
})

test('the policy allows the inspector at the configured local port, and no other host', async () => {
  const clientFiles = await ClientFiles.open(join(folder, 'app'), { apiBase: '', inspectPort: 8080 })
  const page = await clientFiles.respond(new Request('http://house.test/', { headers: { accept: 'text/html' } }))
  expect(page!.headers.get('content-security-policy')).toContain(
    "connect-src 'self' blob: data: ws://localhost:8080 ws://127.0.0.1:8080;",
  )
})

test('the policy allows the page’s inline script by its hash, and no other script', async () => {
  const appFolder = join(folder, 'begun')
  await mkdir(appFolder)
  await writeFile(join(appFolder, 'index.html'), '<html><head><script>begin("a")\n</script></head></html>')
  const page = await (await ClientFiles.open(appFolder, { apiBase: '' })).respond(new Request('http://house.test/'))
  const hash = createHash('sha256').update('begin("a")\n').digest('base64')
  expect(page!.headers.get('content-security-policy')).toContain(
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`,
  )
  expect(await page!.text()).toContain('<script>begin("a")\n</script>')
})

test.each(['/assets/gone-12345678.js', '/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/favicon.ico'])(
  '%s is not found',
  async (path) => {
    expect(await get(path)).toBeUndefined()
  },
)

test.each(['/nowhere', '/signin/x/y', '/a b', '/wp-admin', '/v2/assets'])(
  '%s returns the app if the Accept header contains text/html, and is not found otherwise',
  async (path) => {
    for (const accept of ['application/json', '*/*', 'image/avif,*/*;q=0.8'])
      expect([accept, await get(path, { accept })]).toEqual([accept, undefined])
    expect(await get(path)).toBeUndefined()
    expect((await get(path, { accept: 'text/html,*/*;q=0.8' }))?.headers.get('content-type')).toMatch(/^text\/html/)
  },
)

test('the app’s own URLs return the page unless the Accept header excludes HTML', async () => {
  for (const path of ['/', '/assets/new', '/assets/0198a', '/index.html']) {
    for (const accept of [undefined, '*/*', 'text/*'])
      expect((await get(path, accept ? { accept } : {}))?.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await get(path, { accept: 'application/json' })).toBeUndefined()
  }
})

test('source maps are linked and served only if configured', async () => {
  const clientFiles = await ClientFiles.open(join(folder, 'app'), { apiBase: '', servesSourceMaps: true })
  const request = (from: ClientFiles, path: string) => from.respond(new Request(`http://house.test${path}`))
  expect((await request(files, '/assets/index-Ab_3-9xZ.js'))?.headers.get('sourcemap')).toBeNull()
  expect(await request(files, '/assets/index-Ab_3-9xZ.js.map')).toBeUndefined()
  expect((await request(clientFiles, '/assets/index-Ab_3-9xZ.js'))?.headers.get('sourcemap')).toBe(
    '/assets/index-Ab_3-9xZ.js.map',
  )
  expect(await (await request(clientFiles, '/assets/index-Ab_3-9xZ.js.map'))?.text()).toBe('{}')
})

test('a POST request is left to the other handlers, and the response to HEAD has no body', async () => {
  expect(await get('/', {}, 'POST')).toBeUndefined()
  expect(await (await get('/icon.svg', {}, 'HEAD'))?.text()).toBe('')
})

test('the page contains the API address, escaped', async () => {
  const odd = 'https://api.example/?a="><script>&$&'
  const clientFiles = await ClientFiles.open(join(folder, 'app'), { apiBase: odd })
  const html = await (await clientFiles.respond(
    new Request('http://house.test/', { headers: { accept: 'text/html' } }),
  ))!.text()
  expect(html).toContain('content="https://api.example/?a=&quot;>&lt;script>&amp;$&amp;" />')
  expect(html).not.toContain('<script>')
})
