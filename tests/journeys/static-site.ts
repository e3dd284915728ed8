import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
}

/** Site with an origin of its own: pages by path, folders by path prefix, and a Content Security Policy for the pages. */
export interface StaticSite {
  pages?: Record<string, string>
  folders?: Record<string, string>
  policy?: string
}

/** Serves a site on a free port. Every origin is allowed to read the site's files. */
export async function serveStaticSite(
  site: StaticSite,
): Promise<{ url: string; requestedPaths: string[]; close: () => Promise<void> }> {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site.example').pathname
    requestedPaths.push(request.url ?? '/')
    const page = site.pages?.[path]
    if (page !== undefined) {
      const isHtml = !extname(path)
      response.setHeader(
        'content-type',
        isHtml ? CONTENT_TYPES['.html']! : (CONTENT_TYPES[extname(path)] ?? 'text/plain'),
      )
      if (isHtml && site.policy) response.setHeader('content-security-policy', site.policy)
      return response.end(page)
    }
    const [prefix, folder] = Object.entries(site.folders ?? {}).find(([start]) => path.startsWith(start)) ?? []
    const file = folder && prefix ? join(folder, normalize(`/${path.slice(prefix.length)}`)) : undefined
    if (!file || !existsSync(file) || !statSync(file).isFile()) {
      response.statusCode = 404
      return response.end()
    }
    response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream')
    response.setHeader('access-control-allow-origin', '*')
    return createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestedPaths,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
