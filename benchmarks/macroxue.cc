// Macroxue's solver of bridge as a program that answers: a line "work strain leader N-hand E-hand S-hand W-hand" in,
// with hands as S.H.D.C, and a line "milliseconds answers" out. Compiled by macroxue.py beside a copy of its source,
// which is not part of this project; -DSOLVER names solver.cc.
#define main macroxue_main
#define _WEB 1
#define _TEST 1
#include <string>
#include SOLVER
#undef main
#include <time.h>
#include <iostream>

static double processor_ms() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

// Its reader takes suits apart by blanks, "-" for none.
static std::string apart(const std::string& hand) {
  std::string text, suit;
  for (char letter : hand + ".") {
    if (letter != '.') {
      suit += letter;
      continue;
    }
    text += suit.empty() ? "- " : suit + " ";
    suit.clear();
  }
  return text;
}

static int trump_of(const std::string& strain) { return strain == "NT" ? NOTRUMP : CharToSuit(strain[0]); }

int main() {
  const int seats[4] = {NORTH, EAST, SOUTH, WEST};
  std::string work, strain, leader, text[4];
  while (std::cin >> work >> strain >> leader >> text[0] >> text[1] >> text[2] >> text[3]) {
    Cards all;
    Hands hands;
    for (int i = 0; i < 4; ++i) {
      hands[seats[i]] = ParseHand(apart(text[i]).c_str(), all);
      all.Add(hands[seats[i]]);
    }
    std::string answers;
    const double started = processor_ms();
    if (work == "cards") {
      WebPlay play(hands, trump_of(strain), CharToSeat(leader[0]), 0, {});
      for (auto& one : play.EvaluateLeads(GuessTricks(hands, trump_of(strain)), true))
        answers += " " + std::string(NameOf(one.first)) + "=" + std::to_string(one.second);
      common_bounds_cache.Reset();
      cutoff_cache.Reset();
    } else {
      std::vector<int> trumps = {trump_of(strain)}, leaders = {CharToSeat(leader[0])};
      if (work == "table") {
        trumps = {SPADE, HEART, DIAMOND, CLUB, NOTRUMP};
        leaders = {NORTH, EAST, SOUTH, WEST};
      }
      auto nothing = [](int) {};
      Solve(hands, trumps, leaders, nothing, [&](int trump, int seat, int tricks) {
        const char name = trump == NOTRUMP ? 'N' : SuitName(trump)[0];
        answers += std::string(" ") + name + SeatName(seat)[0] + "=" + std::to_string(tricks);
      }, nothing);
    }
    printf("%.6f%s\n", processor_ms() - started, answers.c_str());
    fflush(stdout);
  }
}
