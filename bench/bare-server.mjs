// Lower bound for the cost of a call: `node bare-server.mjs < responses.json`. Serves each path from memory; standard input is
// `{ "/path": { "headers": {…}, "body": "base64" } }`. The body of a PUT is written to the file `PUT_TO`, or discarded. Prints
// the port.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { devNull } from 'node:os'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const input = JSON.parse(await text(process.stdin))
const responses = new Map(
  Object.entries(input).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
)

createServer(async (request, response) => {
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(process.env.PUT_TO ?? devNull))
    response.writeHead(204).end()
    return
  }
  const stored = responses.get(request.url)
  if (!stored) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, stored.headers)
  response.end(stored.body)
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
