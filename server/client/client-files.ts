import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { computeETagFingerprint, isNotModified } from '../http/etag.ts'
import {
  computeCspHash,
  createEmbedPageHeaders,
  createPageHeaders,
  type PageConnectSources,
  SCRIPT_HEADERS,
} from '../http/security.ts'
import { findSignInPath, isAppPage, type PageFiles, readPageFiles, renderPreloadLinks } from './page-files.ts'
import { type CachedResponse, ResponseCache } from './response-cache.ts'
import { SERVICE_WORKER_PATH, UNREGISTER_SERVICE_WORKER_PATH } from './service-worker-paths.ts'

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
const COMPRESSIBLE_TYPES = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.wasm', '.webmanifest'])

/** Paths of built files that never change, because their names contain a hash of their content. */
const HASHED_PATH = /^\/(assets|viewer\/chunks)\/.+-[\w-]{8}\.\w+(\.map)?$/

/** Path of the page that other sites may embed, and its built file. */
const EMBED_PAGE = { path: '/embed', file: 'embed.html' }

const MAX_CACHE_BYTES = 32 * 2 ** 20
/** Maximum size of a cached incompressible file, in bytes. Larger files are read for each request. */
const MAX_PLAIN_CACHED_BYTES = 256 * 2 ** 10

export interface ClientFilesOptions extends PageConnectSources {
  /** Folder with the viewer for other sites. The folder may be missing. */
  viewer?: string
  servesSourceMaps?: boolean
  /**
   * Whether browsers cache the client for offline use with a service worker. `false` removes installed workers. Default: true.
   */
  hasServiceWorker?: boolean
}

type Encoding = 'br' | 'gzip'

/**
 * Serves the built client; text files are compressed. Files with a hash are cached forever, others are revalidated. Addresses of
 * the app return the HTML page. Other addresses without a file return the HTML page only to a browser navigation. The viewer for
 * other sites is under `/viewer/`. Serves only files that existed at the start.
 */
export class ClientFiles {
  readonly #pendingCompressions = new Map<string, Promise<Buffer>>()
  readonly #cache = new ResponseCache(MAX_CACHE_BYTES)
  readonly #tags = new Map<string, Promise<string>>()

  readonly #headTags: string
  /** CSP hash source of the page's inline script. */
  readonly #script: string | undefined

  private constructor(
    private readonly files: ReadonlyMap<string, string>,
    private readonly page: string,
    private readonly embedPage: string | undefined,
    private readonly pageFiles: PageFiles,
    private readonly options: ClientFilesOptions,
  ) {
    const text = options.apiBase.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const script = /<script>(.*?)<\/script>/s.exec(page)?.[1]
    this.#script = script === undefined ? undefined : computeCspHash(script)
    // The service worker caches the HTML page, which contains the API address and the CSP. If either changes, browsers must
    // install a new worker.
    const settings = createHash('sha256').update(JSON.stringify([text, createPageHeaders('', options, this.#script)]))
    const worker =
      files.has(SERVICE_WORKER_PATH) && options.hasServiceWorker !== false
        ? `\n    <meta name="service-worker" content="${SERVICE_WORKER_PATH}?${settings.digest('hex').slice(0, 8)}" />`
        : ''
    this.#headTags = `<meta name="api-base" content="${text}" />${worker}`
  }

  /** Opens a folder with a built client. Rejects if `index.html` is missing. */
  static async open(folder: string, options: ClientFilesOptions): Promise<ClientFiles> {
    const { viewer, servesSourceMaps = false, hasServiceWorker = true } = options
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const embedPage = await readFile(join(folder, EMBED_PAGE.file), 'utf8').catch(() => undefined)
    const paths = new Map(await listFiles(folder, '/'))
    const unregisterPath = paths.get(UNREGISTER_SERVICE_WORKER_PATH)
    if (!hasServiceWorker && unregisterPath !== undefined) paths.set(SERVICE_WORKER_PATH, unregisterPath)
    const viewerFiles = viewer === undefined ? [] : await listFiles(viewer, '/viewer/').catch(() => [])
    const served = [...paths, ...viewerFiles].filter(([path]) => servesSourceMaps || extname(path) !== '.map')
    return new ClientFiles(new Map(served), page, embedPage, await readPageFiles(folder), options)
  }

  /** Returns the response to a request for a file or an HTML page; undefined if there is none. */
  async respond(request: Request): Promise<Response | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = decodePath(new URL(request.url).pathname)
    if (path === EMBED_PAGE.path && this.embedPage !== undefined)
      return pageResponse(this.embedPage, request, createEmbedPageHeaders())
    const isPage = path === '/index.html' || path === `/${EMBED_PAGE.file}`
    if (path !== undefined && !isPage && this.files.has(path))
      return this.#file(path, request).catch((error: NodeJS.ErrnoException) => {
        // A new build has deleted the file.
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    const accept = request.headers.get('accept') ?? '*/*'
    const isAppRoute = isPage || (path !== undefined && !extname(path) && isAppPage(this.pageFiles, path))
    const isPageAccepted = accept.includes('text/html') || (isAppRoute && /\*\/\*|text\/\*/.test(accept))
    return isPageAccepted ? this.#page(path ?? '/', request) : undefined
  }

  /** Returns the cached response for a path; undefined if the response is not cached. */
  findCached(path: string, accepted: string): CachedResponse | undefined {
    if (!this.files.has(path)) return undefined
    const encoding = COMPRESSIBLE_TYPES.has(extname(path)) ? negotiateEncoding(accepted) : ''
    return encoding === undefined ? undefined : this.#cache.get(path, encoding)
  }

  #page(path: string, request: Request): Response {
    const nonce = randomBytes(16).toString('base64')
    const links = renderPreloadLinks(this.pageFiles, path, request.headers.get('accept-language') ?? '')
    const signIn = findSignInPath(this.pageFiles, path)
    const signInMeta = signIn === undefined ? '' : `\n    <meta name="sign-in" content="${signIn}" />`
    const html = this.page
      // Embeds the API address, so that the page need not request `/config.json`.
      .replace(
        '<head>',
        () => `<head>\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${this.#headTags}${signInMeta}`,
      )
      .replace('</head>', `  ${links}\n  </head>`)
    return pageResponse(html, request, createPageHeaders(nonce, this.options, this.#script))
  }

  async #file(path: string, request: Request): Promise<Response> {
    const extension = extname(path)
    const isCompressible = COMPRESSIBLE_TYPES.has(extension)
    const encoding = isCompressible ? negotiateEncoding(request.headers.get('accept-encoding') ?? '') : undefined
    const tag = await this.#tag(path)
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`
    const headers = new Headers({
      'cache-control': HASHED_PATH.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      etag,
      ...(extension === '.js' ? SCRIPT_HEADERS : {}),
    })
    if (this.files.has(`${path}.map`)) headers.set('sourcemap', `${path}.map`)
    if (isCompressible) headers.set('vary', 'accept-encoding')
    if (isNotModified(request, etag)) return new Response(null, { status: 304, headers })
    if (encoding) headers.set('content-encoding', encoding)
    if (request.method === 'HEAD') return new Response(null, { headers })
    const filePath = this.#filePathOf(path)
    if (encoding || (!isCompressible && (await stat(filePath)).size <= MAX_PLAIN_CACHED_BYTES)) {
      const bytes = await (encoding ? this.#compress(path, encoding) : readFile(filePath))
      this.#cache.set(path, encoding ?? '', { headers: Object.fromEntries(headers), bytes })
      return new Response(new Uint8Array(bytes), { headers })
    }
    // Opened before the response starts, so that an unreadable file becomes an error response.
    const file = await open(filePath)
    return new Response(Readable.toWeb(file.createReadStream()) as ReadableStream, { headers })
  }

  #tag(path: string): Promise<string> {
    return memoize(this.#tags, path, async () => computeETagFingerprint(await readFile(this.#filePathOf(path))))
  }

  async #compress(path: string, encoding: Encoding): Promise<Uint8Array> {
    const cached = this.#cache.get(path, encoding)
    if (cached) return cached.bytes
    const key = `${encoding}${path}`
    return memoize(this.#pendingCompressions, key, async () => {
      const bytes = await readFile(this.#filePathOf(path))
      if (encoding === 'gzip') return promisify(gzip)(bytes)
      return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    }).finally(() => this.#pendingCompressions.delete(key))
  }

  #filePathOf(path: string): string {
    return this.files.get(path)!
  }
}

async function listFiles(folder: string, prefix: string): Promise<[path: string, file: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const filePath = join(entry.parentPath, entry.name)
      return [`${prefix}${relative(folder, filePath).split(sep).join('/')}`, filePath]
    })
}

const pageResponse = (html: string, request: Request, headers: Record<string, string>) =>
  new Response(request.method === 'HEAD' ? null : html, {
    headers: { 'content-type': TYPES['.html']!, 'cache-control': 'no-store', ...headers },
  })

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns Brotli if accepted, else gzip; `q=0` refuses an encoding. */
function negotiateEncoding(accepted: string): Encoding | undefined {
  const accepts = (name: string) =>
    accepted.split(',').some((part) => {
      const [encoding, ...options] = part.split(';').map((it) => it.trim().toLowerCase())
      return encoding === name && !options.some((option) => /^q=0(\.0+)?$/.test(option))
    })
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined
}

/** Caches a computed value. A failed computation is repeated on the next call. */
function memoize<T>(values: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const cached = values.get(key)
  if (cached) return cached
  const created = make()
  values.set(key, created)
  created.catch(() => values.delete(key))
  return created
}
