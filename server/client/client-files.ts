import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fingerprintOf, isHeld } from '../http/etag.ts'
import { type HeldFile, HeldFiles } from './held-files.ts'
import { isPageOf, type PageFiles, pageLinks, readPageFiles, signInOf } from './page-files.ts'
import { framedHeaders, hashOf, type PageReach, pageHeaders, scriptHeaders } from './security.ts'
import { WORKER, WORKER_OFF } from './worker-files.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.hdr': 'image/vnd.radiance',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const PACKABLE = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.wasm', '.webmanifest'])

/** Vite writes a hash into the names of what it builds, so such a file never changes. */
const HASHED = /^\/(assets|viewer\/chunks)\/.+-[\w-]{8}\.\w+(\.map)?$/

/** The page that other pages may frame, and the file it is built into. */
const FRAMED = { path: '/embed', file: 'embed.html' }

/** Answers are kept in memory up to so many bytes; files that are not packed only up to a size, others are read each time. */
const MOST_HELD = 32 * 2 ** 20
const LARGEST_PLAIN = 256 * 2 ** 10

/** What a client's files are served with. */
export interface ClientOptions extends PageReach {
  /** A folder with the viewer for other pages; it need not be there. */
  viewer?: string
  /** Whether the maps from what was built to our sources are shown. */
  hasMaps?: boolean
  /** Whether browsers keep the client for when the server is out of reach; `false` ends those that do. Default: they do. */
  hasWorker?: boolean
}

type Encoding = 'br' | 'gzip'

/**
 * Serves the built client: what Vite built for ever, the rest after asking, packed where it helps; a page of the app for its
 * own addresses, and for every other that is no file's where a browser goes there; and the viewer for other pages under `/viewer/`. Only files that were there at the start are
 * ever looked at.
 */
export class ClientFiles {
  readonly #packing = new Map<string, Promise<Buffer>>()
  readonly #held = new HeldFiles(MOST_HELD)
  readonly #tags = new Map<string, Promise<string>>()

  readonly #said: string
  /** What the one script in the page is let in by. */
  readonly #script: string | undefined

  private constructor(
    private readonly places: ReadonlyMap<string, string>,
    private readonly page: string,
    private readonly framed: string | undefined,
    private readonly pageFiles: PageFiles,
    private readonly options: ClientOptions,
  ) {
    const text = options.apiBase.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const script = /<script>(.*?)<\/script>/s.exec(page)?.[1]
    this.#script = script === undefined ? undefined : hashOf(script)
    // The page that it keeps says where the API is, and so does its policy: where that changes the worker is another.
    const settings = createHash('sha256').update(JSON.stringify([text, pageHeaders('', options, this.#script)]))
    const worker =
      places.has(WORKER) && options.hasWorker !== false
        ? `\n    <meta name="service-worker" content="${WORKER}?${settings.digest('hex').slice(0, 8)}" />`
        : ''
    this.#said = `<meta name="api-base" content="${text}" />${worker}`
  }

  /** Opens a folder with an `index.html`. Rejects without a page. */
  static async open(folder: string, options: ClientOptions): Promise<ClientFiles> {
    const { viewer, hasMaps = false, hasWorker = true } = options
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const framed = await readFile(join(folder, FRAMED.file), 'utf8').catch(() => undefined)
    const places = new Map(await filesIn(folder, '/'))
    const off = places.get(WORKER_OFF)
    if (!hasWorker && off !== undefined) places.set(WORKER, off)
    const aside = viewer === undefined ? [] : await filesIn(viewer, '/viewer/').catch(() => [])
    const shown = [...places, ...aside].filter(([path]) => hasMaps || extname(path) !== '.map')
    return new ClientFiles(new Map(shown), page, framed, await readPageFiles(folder), options)
  }

  /** The answer to a request for a file or a page; undefined where there is neither. */
  async respond(request: Request): Promise<Response | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = decoded(new URL(request.url).pathname)
    if (path === FRAMED.path && this.framed !== undefined) return page(this.framed, request, framedHeaders())
    const isPage = path === '/index.html' || path === `/${FRAMED.file}`
    if (path !== undefined && !isPage && this.places.has(path))
      return this.#file(path, request).catch((fault: NodeJS.ErrnoException) => {
        // Built anew while the server runs: what is gone is found by nobody.
        if (fault.code === 'ENOENT') return undefined
        throw fault
      })
    const accept = request.headers.get('accept') ?? '*/*'
    const isOurs = isPage || (path !== undefined && !extname(path) && isPageOf(this.pageFiles, path))
    const isWanted = accept.includes('text/html') || (isOurs && /\*\/\*|text\/\*/.test(accept))
    return isWanted ? this.#page(path ?? '/', request) : undefined
  }

  /** The whole answer for a path as it was spelt, where it is in memory: what was asked for before. */
  held(path: string, accepted: string): HeldFile | undefined {
    if (!this.places.has(path)) return undefined
    const encoding = PACKABLE.has(extname(path)) ? chosen(accepted) : ''
    return encoding === undefined ? undefined : this.#held.get(path, encoding)
  }

  #page(path: string, request: Request): Response {
    const nonce = randomBytes(16).toString('base64')
    const links = pageLinks(this.pageFiles, path, request.headers.get('accept-language') ?? '')
    const signIn = signInOf(this.pageFiles, path)
    const shut = signIn === undefined ? '' : `\n    <meta name="sign-in" content="${signIn}" />`
    const html = this.page
      // What `/config.json` says, for a page that need not ask for it.
      .replace('<head>', () => `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${this.#said}${shut}`)
      .replace('</head>', `  ${links}\n  </head>`)
    return page(html, request, pageHeaders(nonce, this.options, this.#script))
  }

  async #file(path: string, request: Request): Promise<Response> {
    const ending = extname(path)
    const isPackable = PACKABLE.has(ending)
    const encoding = isPackable ? chosen(request.headers.get('accept-encoding') ?? '') : undefined
    const tag = await this.#tag(path)
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`
    const headers = new Headers({
      'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-type': TYPES[ending] ?? 'application/octet-stream',
      etag,
      ...(ending === '.js' ? scriptHeaders : {}),
    })
    if (this.places.has(`${path}.map`)) headers.set('sourcemap', `${path}.map`)
    if (isPackable) headers.set('vary', 'accept-encoding')
    if (isHeld(request, etag)) return new Response(null, { status: 304, headers })
    if (encoding) headers.set('content-encoding', encoding)
    if (request.method === 'HEAD') return new Response(null, { headers })
    const place = this.#place(path)
    if (encoding || (!isPackable && (await stat(place)).size <= LARGEST_PLAIN)) {
      const bytes = await (encoding ? this.#pack(path, encoding) : readFile(place))
      this.#held.keep(path, encoding ?? '', { headers: Object.fromEntries(headers), bytes })
      return new Response(new Uint8Array(bytes), { headers })
    }
    // Opened before it is answered: what cannot be read must not begin as an answer.
    const file = await open(place)
    return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream, { headers })
  }

  #tag(path: string): Promise<string> {
    return kept(this.#tags, path, async () => fingerprintOf(await readFile(this.#place(path))))
  }

  async #pack(path: string, encoding: Encoding): Promise<Uint8Array> {
    const held = this.#held.get(path, encoding)
    if (held) return held.bytes
    const key = `${encoding}${path}`
    return kept(this.#packing, key, async () => {
      const bytes = await readFile(this.#place(path))
      if (encoding === 'gzip') return promisify(gzip)(bytes)
      return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    }).finally(() => this.#packing.delete(key))
  }

  #place(path: string): string {
    return this.places.get(path)!
  }
}

/** Every file of a folder: the address under `prefix`, and where it lies. */
async function filesIn(folder: string, prefix: string): Promise<[path: string, place: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const place = join(entry.parentPath, entry.name)
      return [`${prefix}${relative(folder, place).split(sep).join('/')}`, place]
    })
}

const page = (html: string, request: Request, headers: Record<string, string>) =>
  new Response(request.method === 'HEAD' ? null : html, {
    headers: { 'content-type': TYPES['.html']!, 'cache-control': 'no-store', ...headers },
  })

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Brotli where it is taken, else gzip; `q=0` refuses. */
function chosen(accepted: string): Encoding | undefined {
  const takes = (name: string) =>
    accepted.split(',').some((part) => {
      const [given, ...options] = part.split(';').map((it) => it.trim().toLowerCase())
      return given === name && !options.some((option) => /^q=0(\.0+)?$/.test(option))
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

/** Makes a value once; one that failed is tried again at the next call. */
function kept<T>(values: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = values.get(key)
  if (found) return found
  const made = make()
  values.set(key, made)
  made.catch(() => values.delete(key))
  return made
}
