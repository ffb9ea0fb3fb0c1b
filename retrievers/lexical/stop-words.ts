/**
 * English function words that a question is full of and an answer is not found by: the stop set of Lucene's
 * EnglishAnalyzer, and question words, pronouns and auxiliaries. Lower case.
 */
export const QUERY_STOP_WORDS: ReadonlySet<string> = new Set(
	`a about am an and any are as at be been being but by can could did do does for from had has have he her hers him his
	how i if in into is it its me my no not of on or our she should so some such than that the their them then there these
	they this those to was we were what when where which who whom whose why will with would you your`.split(/\s+/),
);
