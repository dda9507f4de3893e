// The published figures of reading are what the readers say now.
import { expect, test } from 'vitest'
import { readingReport } from '../../validation/reading.ts'

test('the published report on labelled inputs is what is read now', async () => {
  await expect(readingReport()).toMatchFileSnapshot('../../../docs/validation/reading.txt')
})
