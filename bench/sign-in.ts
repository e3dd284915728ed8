/**
 * The page to sign in beside the least a page with its fields can be, React and two fields without styles, in one run:
 * `npx tsx bench/sign-in.ts [rounds]`, after `npm run build`; 5 rounds unless it is told otherwise, with a CPU as it is and one that
 * is four times slower. Both are visited in turns, in a browser without anything kept; the bare page is served from memory.
 * Prints, in milliseconds from the navigation, when the fields are on the screen, the thread's CPU until then and until a second later.
 */
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { RunningServer } from '../tests/journeys/support.ts'
import { CHROMIUM_ARGS, haveChromium } from '../tests/support/chromium.ts'
import { type BareAnswer, startBareServer } from './bare-server.ts'
import { SIGN_IN_GOALS } from './goals.ts'
import { keepSamples, type Sample, tableOf } from './samples.ts'

const ROUNDS = Number(process.argv[2] ?? 5)

const FIELDS_AT = 'fields at '

/** React and two fields. */
const BARE = `
import { createElement as e, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Field({ label, type }) {
  const [value, setValue] = useState('')
  return e('label', null, label, e('input', { type, value, onChange: (event) => setValue(event.target.value) }))
}
const fields = [e(Field, { key: 1, label: 'E-mail', type: 'email' }), e(Field, { key: 2, label: 'Password', type: 'password' })]
const form = e('form', { onSubmit: (event) => event.preventDefault() }, fields, e('button', null, 'Sign in'))
createRoot(document.getElementById('app')).render(form)
`

const server = await RunningServer.create()
const bare = await startBareServer(await barePage())
const browser = await chromium.launch({ executablePath: haveChromium(), args: CHROMIUM_ARGS })
const samples: Sample[] = []
try {
  const sides = [
    { who: 'ours', url: `${server.url}/signin` },
    { who: 'bare page', url: `${bare.url}/` },
  ]
  console.log(`load of this machine: ${loadavg()[0]!.toFixed(1)}`)
  for (const slowing of [1, 4])
    for (let round = 0; round < ROUNDS; round++)
      for (const { who, url } of round % 2 === 0 ? sides : sides.toReversed())
        for (const [what, value] of Object.entries(await visit(url, slowing)))
          samples.push({ what: `${what}, CPU ${slowing}x`, who, value })
  console.log(tableOf(samples, (who) => who === 'ours', SIGN_IN_GOALS))
  keepSamples(samples)
} finally {
  await browser.close()
  await server.remove()
  await bare.stop()
}

/** What a visit of somebody who was never here takes. */
async function visit(url: string, slowing: number): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  // The runner names what it compiles by a helper of its own.
  await context.addInitScript('globalThis.__name = (it) => it')
  await context.addInitScript(watchFields, FIELDS_AT)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowing })
  const cpu = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  // Told by the page: to ask it would be work of its thread.
  const told = page.waitForEvent('console', (message) => message.text().startsWith(FIELDS_AT))
  await page.goto(url, { waitUntil: 'commit' })
  const fields = Number((await told).text().slice(FIELDS_AT.length))
  const until = await cpu()
  await page.waitForTimeout(1000)
  const whole = await cpu()
  await context.close()
  return { 'fields on the screen, ms': fields, 'CPU until then, ms': until, 'CPU a second later, ms': whole }
}

/** Tells when a frame with the field for the password has been painted. */
function watchFields(said: string): void {
  const look = () => {
    if (!document.querySelector('input[type="password"]')) return
    watcher.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => console.debug(`${said}${performance.now()}`)
      port2.postMessage(null)
    })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document, { childList: true, subtree: true })
}

async function barePage(): Promise<Map<string, BareAnswer>> {
  const id = resolve('bench/bare-page.js')
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare-page',
        resolveId: (asked) => (asked === id ? id : null),
        load: (asked) => (asked === id ? BARE : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: id } },
  })) as Rolldown.RolldownOutput
  const script = built.output[0].code
  const packed = (type: string, text: string): BareAnswer => ({
    headers: { 'content-type': type, 'content-encoding': 'br' },
    body: brotliCompressSync(text),
  })
  const html = '<!doctype html><title>Bare</title><div id="app"></div><script type="module" src="/bare.js"></script>'
  return new Map([
    ['/', packed('text/html; charset=utf-8', html)],
    ['/bare.js', packed('text/javascript', script)],
  ])
}
