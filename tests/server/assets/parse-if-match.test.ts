import { expect, test } from 'vitest'
import { parseIfMatch } from '../../../server/assets/asset-etag.ts'

test.each([
  ['"v~f"', ['v']],
  ['W/"v~f"', ['v']],
  ['v', ['v']],
  [' "a~1" ,W/"b~2", c ', ['a', 'b', 'c']],
  ['x"v"', ['x"v"']],
  ['"v"x', ['"v"x']],
  ['""', ['']],
])('the header If-Match: %s names the versions %o', (ifMatch, versions) => {
  expect(parseIfMatch(ifMatch)).toEqual(versions)
})
