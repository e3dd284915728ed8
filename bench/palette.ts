/**
 * How soon the command palette answers a key over 10,000 assets: `npx tsx bench/palette.ts`, after `npm run build`. First what
 * looking through 10,000 held things costs the processor, by itself; then, in a headless Chromium against the built app and a
 * real server with 10,000 assets, from a key to the drawn lines: of what is held, and of what the server is asked for, whose
 * rest of 120 ms counts. Beside each stands its share of the 50 ms that a key may take.
 */
import { chromium } from '@playwright/test'
import { entryOf, findThings, MOST_HELD } from '../src/machines/rules/palette.ts'
import { RunningServer, signIn } from '../tests/journeys/support.ts'
import { haveChromium, PAGE_ARGS } from '../tests/support/chromium.ts'
import { fillStore } from './list/store.ts'
import { median } from './samples.ts'

const LIMIT_MS = 50
const WORDS = ['Kiln', 'Peat', 'Drift', 'Slip', 'Moon', 'Quay', 'Heron', 'Ferry', 'Reed', 'Marlow']
const THINGS = ['Jacket', 'Boot', 'Trousers', 'Dress', 'Buns', 'Shorts', 'Tail', 'Cap', 'Glasses', 'Bob']

const tell = (what: string, took: number[]) => {
  const [usual, worst] = [median(took), Math.max(...took)]
  const share = (ms: number) => `${ms.toFixed(1)} ms, ${(ms / LIMIT_MS).toFixed(2)} of ${LIMIT_MS}`
  console.log(`${what}: ${took.length} keys, median ${share(usual)}; worst ${share(worst)}`)
}

const held = Array.from({ length: MOST_HELD }, (_, index) => {
  const label = `${WORDS[index % 10]} ${THINGS[Math.floor(index / 10) % 10]} ${index}`
  return entryOf({
    id: `asset/${index}`,
    kind: 'asset' as const,
    label,
    to: `/assets/${index}`,
    words: `64f1c0${index}`,
  })
})
const texts = ['kiln jacket', 'é drift', 'c0', 'nothing like this'].flatMap((text) =>
  Array.from(text, (_, index) => text.slice(0, index + 1)),
)
const looks = texts.map((text) => {
  const before = process.cpuUsage()
  findThings(held, text, 8)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
})
tell(`looking through ${held.length} held things`, looks)

const server = await RunningServer.create()
await server.stop()
await fillStore(`${server.folder}/db`, 10_000)
await server.start()
const browser = await chromium.launch({ executablePath: haveChromium(), args: PAGE_ARGS })
try {
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump' })
  await field.waitFor()
  /** From a text typed to the picture after which the first line is the wanted one. */
  const after = (text: string, wanted: string) =>
    page.evaluate(
      ([typed, part]) =>
        new Promise<number>((resolve) => {
          const input = document.querySelector<HTMLInputElement>('[role="combobox"]')!
          const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
          const since = performance.now()
          const watcher = new MutationObserver(() => {
            const first = document.querySelector('[role="dialog"] [role="option"]')?.textContent ?? ''
            if (!first.includes(part!)) return
            watcher.disconnect()
            requestAnimationFrame(() => resolve(performance.now() - since))
          })
          watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
          set.call(input, typed)
          input.dispatchEvent(new Event('input', { bubbles: true }))
        }),
      [text, wanted] as const,
    )
  const asked: number[] = []
  const heldAgain: number[] = []
  for (let n = 1; n <= 10; n += 1) {
    const number = String(4_000 + n * 37)
    asked.push(await after(number, number))
    await after('tags', 'Tags')
    heldAgain.push(await after(number, number))
    await after('tags', 'Tags')
  }
  tell('in the page, of what is held', heldAgain)
  tell('in the page, asked of the server', asked)
} finally {
  await browser.close()
  await server.remove()
}
