// The least that a server can do for a call: `node bare-server.mjs < answers.json` answers each address from memory with the
// bytes and headers it is given as `{ "/path": { "headers": {…}, "body": "base64" } }`, and takes what is put to any address to a
// file, away with its bytes. Prints its port.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { devNull } from 'node:os'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

const given = JSON.parse(await text(process.stdin))
const answers = new Map(
  Object.entries(given).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body, 'base64') }]),
)

createServer(async (request, response) => {
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(process.env.PUT_TO ?? devNull))
    response.writeHead(204).end()
    return
  }
  const answer = answers.get(request.url)
  if (!answer) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, answer.headers)
  response.end(answer.body)
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
